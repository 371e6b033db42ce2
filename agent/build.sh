#!/usr/bin/env bash
# Builds agent/skink-agent.jar from agent/src, the same bytes every time, with Debian's javac, dx and Android 6 stubs.
#   build.sh           build the jar and put it in place
#   build.sh --check   build it elsewhere and compare with the one in place
#   build.sh --test    run the tests that need no Android, on this machine's Java
# dx and the stubs have left Debian's newer releases; they are fetched from its pool by name and checked by hash.
# Where a tool cannot be had, --check says so and exits with 0; the others fail.
set -euo pipefail
cd "$(dirname "$0")"

JAVA_VERSION=17
POOL=${DEBIAN_POOL:-http://deb.debian.org/debian/pool/main}
CACHE=${SKINK_AGENT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/skink-agent}
STUBS_DEB=a/android-framework-23/libandroid-23-java_6.0.1+r72-6_all.deb
STUBS_SHA256=8af1b6df556971dda0a6da3536ea526a838e0c363afcdd454213d8bce94793e3
DX_DEB=a/android-platform-dalvik/dalvik-exchange_10.0.0+r36-1_all.deb
DX_SHA256=8fc128db7c27253d963eb9b33de79b197162a4749d2ba69019b2fd0664cbd7fe

missing() {
    if [ "${mode:-}" = --check ]; then
        echo "skipped: the agent's jar was not compared with its source: $*"
        exit 0
    fi
    echo "cannot build the agent: $*" >&2
    exit 1
}

# Unpacks a package of the pool into the cache, without installing it, and says where in $unpacked.
unpack() {
    local path=$1 sha256=$2 into=$CACHE/${2:0:12}
    if [ ! -d "$into" ]; then
        mkdir -p "$CACHE"
        local file=$into.deb
        curl -fsSL --retry 2 -o "$file" "$POOL/$path" || missing "$POOL/$path cannot be fetched"
        echo "$sha256  $file" | sha256sum -c --quiet - || missing "$path is not what it was"
        rm -rf "$into.part"
        dpkg-deb -x "$file" "$into.part" || missing "$path cannot be unpacked (dpkg-deb)"
        rm "$file"
        mv "$into.part" "$into"
    fi
    unpacked=$into
}

# The classes of a source folder, in an order that is the same everywhere.
sources() {
    find "$@" -name '*.java' | LC_ALL=C sort
}

need_javac() {
    command -v javac >/dev/null || missing "javac is not installed (Debian: openjdk-$JAVA_VERSION-jdk-headless)"
}

build() {
    local out=$1 work stubs dx
    need_javac
    # Another compiler may write other bytes for the same source.
    local have
    have=$(javac -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/')
    [ "$have" = "$JAVA_VERSION" ] || missing "javac $JAVA_VERSION is needed for the same bytes, this is $have"
    unpack "$STUBS_DEB" "$STUBS_SHA256"
    stubs=$unpacked/usr/share/java/com.android.android-23.jar
    unpack "$DX_DEB" "$DX_SHA256"
    dx=$unpacked/usr/share/java/com.android.dx-10.0.0.jar
    [ -f "$stubs" ] && [ -f "$dx" ] || missing "$CACHE holds no whole packages; remove it and try again"
    work=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$work'" EXIT
    mkdir "$work/stubs" "$work/classes"
    # -g:none: no debug tables. Android's stack traces still name classes and methods.
    sources stubs | xargs javac --release 8 -Xlint:all,-options -Werror -g:none -cp "$stubs" -d "$work/stubs"
    sources src | xargs javac --release 8 -Xlint:all,-options,-serial -Werror -g:none -cp "$stubs:$work/stubs" \
        -d "$work/classes"
    # The hidden class's shape stays out: the device has the real one. Dex of level 19: format 035.
    (cd "$work/classes" && java -cp "$dx" com.android.dx.command.Main --dex --min-sdk-version=19 \
        --output="$work/classes.dex" .)
    zip_one "$work/classes.dex" "$out"
}

# A zip with one entry and a fixed time.
zip_one() {
    java "$PWD/Pack.java" "$1" "$2"
}

run_tests() {
    need_javac
    local work
    work=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$work'" EXIT
    # Only what touches no Android: the compiler follows the names it needs and would stumble over any other.
    sources test | xargs javac --release 8 -Xlint:all,-options,-serial -Werror -sourcepath src:test -d "$work"
    java -ea -cp "$work" dev.skink.agent.Tests golden "$@"
}

mode=${1:-}
case $mode in
"")
    build "$PWD/skink-agent.jar"
    sha256sum skink-agent.jar
    ;;
--check)
    folder=$(mktemp -d)
    build "$folder/built.jar"
    same=0
    cmp -s "$folder/built.jar" skink-agent.jar || same=1
    rm -rf "$folder"
    if [ "$same" -ne 0 ]; then
        echo "agent/skink-agent.jar is not what agent/src builds: run agent/build.sh and commit the jar" >&2
        exit 1
    fi
    echo "agent/skink-agent.jar is what its source builds"
    ;;
--test)
    shift
    run_tests "$@"
    ;;
*)
    sed -n '2,7p' "$0" >&2
    exit 2
    ;;
esac
