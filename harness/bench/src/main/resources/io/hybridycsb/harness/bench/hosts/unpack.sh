# Unpacks standard input into the directory $1; all becomes this user's, for root too.
umask 077
exec tar -x -o -f - -C "$1"
