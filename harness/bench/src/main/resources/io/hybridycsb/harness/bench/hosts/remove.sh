# Ends what still runs in the directory $1, and removes it.
[ -d "$1" ] || exit 0
for file in "$1"/*.pid; do
  [ -f "$file" ] || continue
  pid=$(cat "$file")
  # Its number may be another's by now.
  if grep -qsF -- "$1" "/proc/$pid/cmdline" || ps -p "$pid" -o args= 2>/dev/null | grep -qF -- "$1"; then
    kill -9 "$pid" 2>/dev/null
  fi
done
# A client that ends just now may still write its last line.
rm -rf -- "$1" 2>/dev/null || exec rm -rf -- "$1"
