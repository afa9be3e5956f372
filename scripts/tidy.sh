#!/bin/sh
# Runs clang-tidy 16 with .clang-tidy over the sources of a configured build folder.
#
#   scripts/tidy.sh [--all | --changed] [--build DIR]
#
# --changed (the default) takes the sources that differ from the branch point with origin's main
# branch (on that branch itself: from the last commit but one) and those that are not committed;
# for a changed header, the source of the same name. Without git history it takes all.
# Exit status 1: something was found.
set -eu
cd "$(dirname "$0")/.."

which=--changed
build=build
while [ $# -gt 0 ]; do
    case $1 in
        --all | --changed) which=$1 ;;
        --build) build=$2; shift ;;
        *) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
    esac
    shift
done
tool=${CLANG_TIDY-clang-tidy-16}
if ! command -v "$tool" >/dev/null; then
    echo "tidy: $tool is not installed: scripts/setup.sh --lint does that" >&2
    exit 2
fi
if [ ! -f "$build/compile_commands.json" ]; then
    echo "tidy: $build has no compile_commands.json: meson setup $build" >&2
    exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The sources that the build folder compiles, as paths from the root.
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$build/compile_commands.json" |
    while read -r file; do (cd "$build" && realpath --relative-base="$OLDPWD" "$file"); done |
    grep '\.cpp$' | grep -v '^/' | sort -u >"$work/compiled"

if [ "$which" = --changed ] && git rev-parse --verify -q HEAD >/dev/null 2>&1; then
    base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git rev-parse --verify -q HEAD~1 || git rev-parse HEAD)
    fi
    {
        git diff --name-only "$base"
        git ls-files --others --exclude-standard
    } | sed 's/\.hpp$/.cpp/' | sort -u >"$work/changed"
    comm -12 "$work/changed" "$work/compiled" >"$work/files"
else
    cp "$work/compiled" "$work/files"
fi

echo "tidy: $(wc -l <"$work/files") of $(wc -l <"$work/compiled") sources"
# What only g++ understands.
sed 's/ -fno-gnu-unique//g; s/ -fvect-cost-model=[a-z-]*//g' "$build/compile_commands.json" \
    >"$work/compile_commands.json"

status=0
xargs -r -d '\n' -n 1 -P "$(nproc)" "$tool" -p "$work" --quiet \
    --extra-arg=-Wno-unknown-warning-option <"$work/files" >"$work/out" 2>"$work/stderr" ||
    status=1
# A finding in a header comes once for each source that includes it; paths as from the root. Some
# errors have no place: those of the command line, and of names that the compiler made up.
sed "s,\(\.\./\)*$(pwd | sed 's,^/,,')/,,; s,^/*\([a-z]*/.*:[0-9]*:[0-9]*: \),\1," "$work/out" |
    awk '/^(error|[^ ].*:[0-9]+:[0-9]+: (error|warning|note)):/ {
             show = /: note:/ ? show : !seen[$0]++
         }
         show' | tee "$work/shown"
if [ "$status" -ne 0 ]; then
    grep -v ' warnings\{0,1\} generated\.$\|^Suppressed \|^Use -header-filter' "$work/stderr" >&2 ||
        [ -s "$work/shown" ] || cat "$work/out" "$work/stderr" >&2
fi
exit "$status"
