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

# Goes on only if each of the files and directories is the caller's own, a link's target too, and nobody else may write
# to it: what is in it is run. As the class Caller of the harness does. What isn't there is accepted.
require_own() {
  me=$(id -u)
  # Root takes for its own what is of the user who called sudo.
  also=$me
  case ${SUDO_UID:-} in
    '' | *[!0-9]*) ;;
    *) [ "$me" -ne 0 ] || also=$SUDO_UID ;;
  esac
  for place; do
    [ -e "$place" ] || continue
    foreign=$(find "$place" -prune ! -user "$me" ! -user "$also" -print &&
      find -L "$place" -prune ! -user "$me" ! -user "$also" -print) || die "cannot tell whose $place is"
    [ -z "$foreign" ] ||
      die "$place belongs to another user, and what is in it is run: work in a directory of your own, or let HYBRID_DIR name one"
    writable=$(find -L "$place" -prune \( -perm -020 -o -perm -002 \) -print) || die "cannot tell whose $place is"
    [ -z "$writable" ] ||
      die "others may write to $place, and what is in it is run: if it is all yours, run 'chmod -R go-w $1'"
  done
}
