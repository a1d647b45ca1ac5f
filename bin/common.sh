# shellcheck shell=sh
# What the commands share: sets `home` to the release that they use, and `java` to the JVM.
# They set `bin` (their own directory) first.
: "${bin:?}"

die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# Prints the binding of each system, NAME:CLASS. A release has them in one file, a source tree in the systems' folders.
all_bindings() {
  if [ -f "$bin/bindings.properties" ]; then
    cat "$bin/bindings.properties"
  else
    cat "$bin"/../bindings/*/bindings.properties
  fi
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
  # Its own file tells the version at no cost. A command that only stands for a JVM has none, and is asked.
  real=$(readlink -f "$java") || real=$java
  release="${real%/bin/java}/release"
  version=
  [ ! -f "$release" ] || version=$(sed -n 's/^JAVA_VERSION="\([^"]*\)".*/\1/p' "$release" | head -n 1)
  [ -n "$version" ] || version=$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1)
  # 1.8.0_402 is Java 8.
  major=${version#1.}
  major=${major%%[!0-9]*}
  [ "${major:-17}" -ge 17 ] || die "needs Java 17 or newer, this is $major ($java)"
}

# Has all programs take text and the names of files for UTF-8, whatever locale the caller has. In the locale C, a JVM can't
# even open a file whose name has letters beyond ASCII, and no option of its changes that.
use_utf8() {
  [ "$(locale charmap 2>/dev/null)" != UTF-8 ] || return 0
  for utf8 in C.UTF-8 en_US.UTF-8; do
    if [ "$(LC_ALL=$utf8 locale charmap 2>/dev/null || echo UTF-8)" = UTF-8 ]; then
      if [ -n "${LC_ALL:-}" ]; then
        LC_ALL=$utf8
        export LC_ALL
      else
        LC_CTYPE=$utf8
        export LC_CTYPE
      fi
      return 0
    fi
  done
  case $PWD$home${HYBRID_DIR:-} in
    *[![:print:]]*) die "letters beyond ASCII in a directory's name need a UTF-8 locale; 'locale -a' lists none" ;;
  esac
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

# Goes on only if each of the files and directories is the caller's own, a link's target too. Nobody else may write to it,
# nor replace the last, for what is in it is run. As the class Caller of the harness does. What isn't there is accepted.
require_own() {
  elsewhere="work in a directory of your own, or let HYBRID_DIR name one"
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
    [ -z "$foreign" ] || die "$place belongs to another user, and what is in it is run: $elsewhere"
    writable=$(find -L "$place" -prune \( -perm -020 -o -perm -002 \) -print) || die "cannot tell whose $place is"
    [ -z "$writable" ] ||
      die "others may write to $place, and what is in it is run: if it is all yours, run 'chmod go-w $place'"
  done
  require_way
}

# Looks at each directory and link through which the system goes to $place, from / on.
require_way() {
  case $place in
    /*) left=$place ;;
    *) left=$(pwd -P)/$place ;;
  esac
  at=/
  links=0
  require_on_way /
  while [ -n "$left" ]; do
    name=${left%%/*}
    case $left in
      */*) left=${left#*/} ;;
      *) left= ;;
    esac
    next=${at%/}/$name
    case $name in
      '' | .) continue ;;
      ..)
        at=$(dirname -- "$at")
        continue
        ;;
    esac
    if [ -L "$next" ]; then
      links=$((links + 1))
      [ "$links" -le 40 ] || die "cannot tell whose $place is"
      require_on_way "$next"
      target=$(readlink "$next")
      left=$target/$left
      case $target in
        /*) at=/ ;;
      esac
    elif [ -d "$next" ]; then
      require_on_way "$next"
      at=$next
    fi
  done
}

# $1: a directory or link on the way to $place
require_on_way() {
  read -r mode _ owner _ <<END || die "cannot tell whose $1 is"
$(LC_ALL=C ls -ldn -- "$1")
END
  case $owner in
    0 | "$me" | "$also") ;;
    *) die "another user may replace $place, because $1 is his, and what is in it is run: $elsewhere" ;;
  esac
  case $mode in
    # Links; and where only its owner may rename or remove an entry, as in /tmp.
    l* | d????????[tT]*) return ;;
    d???????w*) ;;
    d????w*)
      # Many systems give each user a group of his own, which has his name.
      read -r _ _ owner group _ <<END
$(LC_ALL=C ls -ld -- "$1")
END
      [ "$owner" != "$group" ] || return 0
      ;;
    *) return ;;
  esac
  die "others may replace $place, because they may write to $1, and what is in it is run: run 'chmod go-w $1', or $elsewhere"
}
