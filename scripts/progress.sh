# Sourced by the scripts that take minutes: say what begins, with the time since the start.
started=$(date +%s)

say() {
    passed=$(($(date +%s) - started))
    printf '[%3d:%02d] %s\n' $((passed / 60)) $((passed % 60)) "$*"
}
