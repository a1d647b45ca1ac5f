# Answers the lines of standard input about this host and the clients in the directory $1.
while read -r ask; do
  case $ask in
    clock) date +%s%N ;;
    look)
      sed -n 's/^cpu  */busy /p; s/^cpu[0-9].*/core/p' /proc/stat 2>/dev/null
      for file in "$1"/*.pid; do
        pid=$(cat "$file" 2>/dev/null) && [ -n "$pid" ] || continue
        name=${file##*/}
        echo "client ${name%.pid}"
        sed 's/^/process /' "/proc/$pid/stat" 2>/dev/null
        sed 's/^/thread /' "/proc/$pid/task"/*/stat 2>/dev/null
        sed -n 's/^write_bytes: /written /p' "/proc/$pid/io" 2>/dev/null
      done
      ;;
  esac
  echo end
done
