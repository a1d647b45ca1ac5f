# Unpacks standard input into the directory $1.
umask 077
exec tar -xf - -C "$1"
