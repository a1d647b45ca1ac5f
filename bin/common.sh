# shellcheck shell=sh
# What the commands share: sets `home` to the release that they use, and `java` to the JVM.
# They set `bin` (their own directory) first.
: "${bin:?}"

die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# $1: "current": built again if a source is newer. "there": any that is built will do. "whole": current, with all systems.
# With the first two a further argument may name a system, whose own release then does.
find_home() {
  root=$(CDPATH='' cd -- "$bin/.." && pwd -P)
  if [ -d "$root/harness/lib" ]; then
    home=$root
  elif [ -f "$root/pom.xml" ]; then
    # shellcheck source=distribution/src/assembly/built.sh
    . "$root/distribution/src/assembly/built.sh"
    find_built "$@"
  else
    die "$root is neither an unpacked release nor a source tree"
  fi
}

find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java="$JAVA_HOME/bin/java"
    [ -x "$java" ] || die "JAVA_HOME is $JAVA_HOME, which has no bin/java"
  else
    java=$(command -v java) || die "no java found: install a JDK of version 17 or newer, or set JAVA_HOME"
  fi
}

# Sets `archive` to the JVM's option for an archive of classes, if 'hybrid prepare' has made one with this JVM.
# $1: whose classes
find_archive() {
  archive=
  made="$home/class-archives"
  [ -f "$made/$1.option" ] || return 0
  [ "$(readlink -f "$java")" = "$(cat "$made/jvm")" ] || return 0
  archive=$(cat "$made/$1.option")
}
