#!/bin/sh
# Makes this orderer a member of the channel. May be repeated.
set -eu

attempts=60

status() {
  "${osnadmin}" channel "$@" --channelID "${channel}" -o "${admin}" \
    --ca-file "${ca}" --client-cert "${tls}/client.crt" --client-key "${tls}/client.key"
}

# It answers administrators last of all.
n=0
until listed=$(status list); do
  n=$((n + 1))
  [ "$n" -lt "$attempts" ] || exit 1
  sleep 0.5
done
case $listed in
  *'Status: 200'*) ;;
  *) status join --config-block "${genesis}" | grep 'Status: 201' ;;
esac
