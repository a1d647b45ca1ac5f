# Prints checksums of the files of the release in the directory $1 that clients need. Requires a Java: the one
# in the directory $2, or, if that is empty, the one of the login. The other arguments are the systems.
cd -- "$1" 2>/dev/null || {
  echo "there is no directory $1: unpack the release there" >&2
  exit 1
}
java=${2:-${JAVA_HOME:-}}
shift 2
"${java:+$java/bin/}java" -version >/dev/null 2>&1 || {
  echo "no java found: install a JDK of version 17 or newer there, or name one with 'java:'" >&2
  exit 1
}
LC_ALL=C
export LC_ALL
cksum bin/ycsb bin/common.sh bin/bindings.properties workloads/* lib/*.jar harness/lib/*.jar || exit
for system; do
  cksum "$system-binding/lib"/*.jar || exit
done
