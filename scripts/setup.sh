#!/bin/sh
# Installs what building (and, with --lint, judging) berth needs on Debian 12: only what is missing.
#
#   scripts/setup.sh [--lint]
#
# As root, or with sudo where there is one. Prints nothing to do and touches nothing when all is there.
set -eu

build="
    g++ meson ninja-build pkg-config cmake python3 ccache mold
    abigail-tools libboost-dev libcli11-dev libcurl4-openssl-dev libexpected-dev libfmt-dev
    libgoogle-glog-dev libhowardhinnant-date-dev libre2-dev libssl-dev libtbb-dev libxxhash-dev
    libyaml-cpp-dev rapidjson-dev
    doctest-dev libbenchmark-dev"
lint="clang-16 clang-format-16 clang-tidy-16 git"

wanted=$build
case ${1-} in
    '') ;;
    --lint) wanted="$build $lint" ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac

missing=
for package in $wanted; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
    echo "setup: everything is installed"
    exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "setup: not root and no sudo; as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "setup: installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
install() {
    $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends $missing
}
if ! install >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    echo "setup: apt-get failed" >&2
    exit 1
fi
