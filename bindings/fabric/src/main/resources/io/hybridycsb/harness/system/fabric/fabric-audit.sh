#!/bin/sh
# Requires that all peers have the same number of blocks and the same hash of the last one, which
# binds all before it.
set -eu

attempts=60

# $1: a peer's configuration, $2: its organisation's administrator
info() {
  FABRIC_CFG_PATH="$1" CORE_PEER_MSPCONFIGPATH="$2" "${peer}" channel getinfo -c "${channel}" 2>&1 |
    sed -n 's/^Blockchain info: .*"height":\([0-9]*\),"currentBlockHash":"\([^"]*\)".*/\1 \2/p'
}

all_infos() {
${calls}
}

n=0
while :; do
  found=$(all_infos)
  silent=$(printf '%s\n' "$found" | sed -n 's/^\([a-z0-9]*\) *$/\1/p' | tr '\n' ' ')
  heights=$(printf '%s\n' "$found" | cut -d ' ' -f 2 | sort -u)
  hashes=$(printf '%s\n' "$found" | cut -d ' ' -f 2,3 | sort -u)
  [ -n "$silent" ] || [ "$(printf '%s\n' "$heights" | wc -l)" -ne 1 ] || break
  n=$((n + 1))
  # A peer that is not there takes its time to say nothing.
  [ -z "$silent" ] || [ "$n" -lt 3 ] || {
    echo "audit FAILED: no answer from $silent"
    exit 1
  }
  [ "$n" -lt "$attempts" ] || {
    printf '%s\n' "$found"
    echo "audit FAILED: the peers do not come to the same height"
    exit 1
  }
  sleep 0.5
done
if [ "$(printf '%s\n' "$hashes" | wc -l)" -ne 1 ]; then
  printf '%s\n' "$found"
  echo "audit FAILED: the peers' blocks differ at height $heights"
  exit 1
fi
echo "audit passed: ${count} peers have the same $heights blocks; their states are not compared"
