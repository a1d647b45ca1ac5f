# shellcheck shell=sh
# What bin/common.sh needs in a source tree: finds a built release there, or builds one.
# Beside the whole release, which Maven makes, there are releases of one system each below target/systems/. They have
# the same layout, and are made here from the modules' jars.
: "${bin:?}" "${root:?}"

version=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$root/pom.xml" | head -n 1)
target="$root/distribution/target"
whole="$target/hybrid-ycsb-$version"

# A release is complete when it has this file, which is made last. The file's time is that of the build's start.
mark_of() {
  printf '%s\n' "$1/built"
}

is_complete() {
  [ -f "$(mark_of "$1")" ]
}

# A source that is newer than a release: a file or, where files have gone, their directory.
newer_source() {
  (
    cd "$root"
    find . \
      \( -name target -o -name '.[!.]*' -o -path ./results \
         -o -path ./integration-tests -o -path ./build/test-databases -o -path ./build/test-times \) -prune -o \
      -newer "$(mark_of "$1")" \
      \( -name pom.xml -o -path '*/src/main*' -o -path '*/src/assembly*' -o -path ./bin -o -path './bin/*' -o -path './build/licenses/*' \
         -o -path './bindings/*/bindings.properties' -o -path './bindings/*/servers' -o -path './bindings/*/docker/*' \) \
      -print
  ) | sed -n '1s:^\./::p'
}

# Whether the command line of a process names something in a release.
is_in_use() {
  if [ -d /proc/self ]; then
    cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n'
  else
    ps -A -o args=
  fi | release="$1/" awk 'index($0, ENVIRON["release"]) { found = 1 } END { exit !found }'
}

say() {
  echo "${0##*/}: $*" >&2
}

# $1: modules, with commas between; they are built with all that they need
maven() {
  list=$1
  shift
  log="$target/build.log"
  (cd "$root" && ./mvnw -q -B -DskipTests -Dmaven.test.skip=true "$@" -pl "$list" -am package) >"$log" 2>&1 || {
    cat "$log" >&2
    die "the build failed; its output is in $log"
  }
}

# Makes the whole release, in `new`, and its archives beside it.
build_whole() {
  maven distribution "-Drelease.parent=$aside"
  new="$aside/${whole##*/}"
}

# Makes the release of a system, in `new`, in the layout of release.xml.
build_system() {
  modules="$needed harness/cli distribution/ycsb-core"
  # The list of what is in a binding's jar is for those who get the archive.
  maven "$(echo "$modules" | tr ' ' ,)" -Dlicense.skipAddThirdParty=true
  new="$aside/$single"
  mkdir -p "$target/systems"
  sql=bindings/sql/src/main/sql
  mkdir -p "$new/$sql"
  cp "$root/$sql"/*.sql "$new/$sql"
  cp -R "$root/bin" "$new"
  all_bindings >"$new/bin/bindings.properties"
  # Each module has its part of a release in its place. Copies: Maven writes over its own.
  for module in $modules; do
    cp -R "$root/$module/target/release/." "$new"
  done
}

# One build at a time, since all of them write into the same modules.
build() {
  mkdir -p "$target"
  lock="$target/building"
  mkdir "$lock" 2>/dev/null || {
    [ -d "$lock" ] || die "can't make the directory $lock"
    die "another command builds in this source tree: wait until it has ended; if none does, remove $lock"
  }
  # Without their classes the jars of tests are empty, and no later build is to find them.
  aside="$target/new.$$"
  trap 'rm -rf "$lock" "$aside" "$root"/*/target/*-tests.jar "$root"/*/*/target/*-tests.jar || :' EXIT
  trap 'exit 1' HUP INT TERM
  # What is edited while it builds counts as newer.
  : >"$lock/begun"
  # What killed builds have left. What of it cannot be deleted is in nobody's way.
  rm -rf "$target"/new.* || :
  if [ "$home" = "$whole" ]; then
    say "building the whole release$why: some minutes"
    build_whole
  else
    say "building the release of $single alone$why: a minute or two, the first time"
    build_system
  fi
  ! is_in_use "$home" || die "processes have been started from ${home#"$root/"} meanwhile; try again after 'hybrid down'"
  touch -r "$lock/begun" "$(mark_of "$new")"
  trap '' HUP INT TERM
  [ ! -e "$home" ] || mv "$home" "$aside/old"
  mv "$new" "$home" || {
    [ ! -e "$aside/old" ] || mv "$aside/old" "$home"
    die "can't put the new release into its place"
  }
  if [ "$home" = "$whole" ]; then
    rm -f "$target"/*.tar.gz "$target"/*.tar.gz.sha256
    mv "$aside"/*.tar.gz "$aside"/*.tar.gz.sha256 "$target"
  fi
}

# Sets `single` to the first of these words that names a system, and `needed` to the modules of its release.
find_system() {
  for single; do
    folder=$(cd "$root" && single=$single awk -F : '$1 == ENVIRON["single"] { print FILENAME; exit }' bindings/*/bindings.properties)
    folder=${folder%/bindings.properties}
    if [ -n "$folder" ]; then
      servers=$(sed -n "s/^$single: //p" "$root/$folder/servers" 2>/dev/null) || :
      needed="$folder${servers:+ $servers}"
      return
    fi
  done
  single=
}

# Sets `home` to the newest release that is there, if one is: the whole one or, if it is named, that of the system. Commands
# that name no system, such as report, take the whole one if there is one: it knows all systems.
find_newest() {
  home=
  if [ -z "$single" ] && is_complete "$whole"; then
    home=$whole
    return
  fi
  for release in "$whole" "$target/systems"/${single:-*}; do
    if is_complete "$release" &&
      { [ -z "$home" ] || [ -n "$(find "$(mark_of "$release")" -newer "$(mark_of "$home")")" ]; }; then
      home=$release
    fi
  done
}

# Sets `home`, as find_home says it.
find_built() {
  choose "$@"
  # These need no build.
  for files in workloads experiments; do
    diff -r "$root/$files" "$home/$files" >/dev/null 2>&1 || take "$files" || [ "$need" = there ] ||
      die "can't copy what is new in $files into ${home#"$root/"}"
  done
}

# Makes a directory of the release equal to the source tree's. Each file changes at once: others may be reading it.
take() {
  from="$root/$1"
  to="$home/$1"
  [ -d "$to" ] || mkdir "$to" || return
  (cd "$to" && find . ! -name .) | while IFS= read -r path; do
    if [ -d "$to/$path" ]; then [ -d "$from/$path" ]; else [ -f "$from/$path" ]; fi || rm -rf "${to:?}/$path" || exit
  done || return
  (cd "$from" && find -L . ! -type d) | while IFS= read -r path; do
    if [ -f "$from/$path" ] && ! cmp -s "$from/$path" "$to/$path"; then
      mkdir -p "$(dirname "$to/$path")" && cp "$from/$path" "$to.$$" && mv -f "$to.$$" "$to/$path" || exit
    fi
  done
}

choose() {
  need=$1
  shift
  find_system "$@"
  if [ "$need" = there ]; then
    find_newest
    [ -z "$home" ] || return 0
    [ -n "$single" ] || find_system veritas-kafka
  fi
  set -- "$whole"
  [ "$need" = whole ] || [ -z "$single" ] || set -- "$whole" "$target/systems/$single"
  for home; do
    why=
    if is_complete "$home"; then
      changed=$(newer_source "$home")
      [ -n "$changed" ] || return 0
      why=", because ${changed#"$root/"} is newer"
    fi
  done
  for home; do
    if is_complete "$home" && is_in_use "$home"; then
      say "processes run from ${home#"$root/"}, so it is used as it is; after 'hybrid down' it will be built again"
      return 0
    fi
  done
  ! is_in_use "$home" || die "processes run from $home, which no finished build has marked; stop them with '$home/bin/hybrid down' or by their ids"
  # In a process of its own, for the lock's sake.
  (build)
}
