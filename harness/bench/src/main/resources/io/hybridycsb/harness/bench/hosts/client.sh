# Runs a client: the command after $4, in the directory $1 under the name $2, for $3 seconds at most.
# Standard input has the lines "go", which starts it, and "end", which ends the input of the client.
# When standard input ends before the client does, nobody waits for it any longer: it is killed, and the
# directory removed. So nothing is left behind by a connection that broke.
directory=$1
name=$2
seconds=$3
shift 3
cd -- "$directory/out" || exit
umask 077
mkfifo "../$name.in" || exit
exec 3<&0
echo "hybrid-ycsb: ready" >&2
read -r go <&3 && [ "$go" = go ] || {
  rm -rf -- "$directory"
  exit 1
}
"$@" <"../$name.in" 3<&- &
client=$!
echo "$client" >"../$name.pid"
(
  nap=
  over=
  trap 'over=yes; kill -9 "$nap"' TERM
  sleep "$seconds" &
  nap=$!
  [ -z "$over" ] || kill -9 "$nap"
  wait "$nap" && [ -z "$over" ] && kill -9 "$client"
) 3<&- </dev/null >/dev/null 2>&1 &
bound=$!
{
  exec 4>"../$name.in"
  while read -r line; do
    [ "$line" != end ] || exec 4>&-
  done
  kill -9 "$client"
  kill "$bound"
  rm -rf -- "$directory"
} <&3 >/dev/null 2>&1 &
watch=$!
wait "$client"
status=$?
kill "$watch" "$bound" 2>/dev/null
# The time of a client that has ended is that of this shell's children.
LC_ALL=C
times >"$name.times"
exit "$status"
