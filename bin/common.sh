# shellcheck shell=sh
# What the commands share: sets `home` to the release that they use, and `java` to the JVM.
# They set `bin` (their own directory) first.
: "${bin:?}"

die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# The source tree's release, built if it is missing or older than a source file.
# With "keep" an older one will do, which servers may be running from.
build_release() {
  version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$source/pom.xml" | head -n 1)
  home="$source/distribution/target/hybrid-ycsb-$version"
  archive="$home.tar.gz"
  if [ -d "$home" ] && [ -f "$archive" ]; then
    [ "$1" != keep ] || return 0
    changed=$(find "$source" \
      \( -name target -o -name '.[!.]*' -o -name results -o -name integration-tests \) -prune -o \
      -type f -newer "$archive" \( -name pom.xml -o -path '*/src/main/*' \
      -o -path '*/src/assembly/*' -o -path "$source/bin/*" -o -path "$source/workloads/*" \) \
      -print | head -n 1)
    [ -n "$changed" ] || return 0
    echo "${0##*/}: building the release again, because ${changed#"$source/"} is newer" >&2
  else
    echo "${0##*/}: building the release; the first time this takes minutes" >&2
  fi
  mkdir -p "$source/distribution/target"
  begun="$source/distribution/target/build-begun"
  : >"$begun"
  log="$source/distribution/target/build.log"
  (cd "$source" && ./mvnw -q -B -DskipTests -pl distribution -am package) >"$log" 2>&1 || {
    cat "$log" >&2
    die "the build failed; its output is in $log"
  }
  # What is edited while it builds counts as newer.
  touch -r "$begun" "$archive"
}

# $1: "current" or "keep"
find_home() {
  root=$(CDPATH='' cd -- "$bin/.." && pwd -P)
  if [ -d "$root/harness/lib" ]; then
    home=$root
  elif [ -f "$root/pom.xml" ]; then
    source=$root
    build_release "$1"
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
