# Sends what the clients in the directory $1 have written: of each file a line with its size and its name, and then its bytes.
# A last line says that this is all.
cd -- "$1/out" && find . -type f -exec sh -c 'for file; do
  printf "%d %s\n" "$(wc -c <"$file")" "$file" && cat -- "$file" || exit
done' sh {} + && echo end
