# Makes a directory that nobody else can read, and prints its name.
umask 077
directory=$(mktemp -d "${TMPDIR:-/tmp}/hybrid-ycsb.XXXXXXXX") && mkdir "$directory/out" && echo "$directory"
