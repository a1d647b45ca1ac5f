# Packs what the clients in the directory $1 have written.
exec tar -cf - -C "$1/out" .
