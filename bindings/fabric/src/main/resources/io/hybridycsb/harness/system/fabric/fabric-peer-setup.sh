#!/bin/sh
# Prepares this peer, as its organisation's administrator: setup.sh STEP. Each step may be repeated,
# for it looks first whether it has been done. The step await takes --timeout MS.
set -eu

export FABRIC_CFG_PATH="${config}"
export CORE_PEER_MSPCONFIGPATH="${adminMsp}"
export CORE_PEER_TLS_ENABLED=true FABRIC_LOGGING_SPEC=error
attempts=80

peer() {
  "${peer}" "$@"
}

# The parameters that all organisations must agree on.
definition="--channelID ${channel} --name ${chaincode} --version ${chaincodeVersion} --sequence 1"

# A peer listens a while before it serves, longer than these commands wait for it.
join_channel() {
  peer channel join -b "${genesis}"
}

joined() {
  peer channel list | grep -qx "${channel}"
}

install_package() {
  peer lifecycle chaincode install "${package}"
}

installed() {
  peer lifecycle chaincode queryinstalled | grep -qF "${packageId}"
}

approved() {
  peer lifecycle chaincode queryapproved --channelID "${channel}" --name "${chaincode}" --sequence 1 \
    >/dev/null 2>&1
}

# The definition is split at blanks on purpose.
# shellcheck disable=SC2086
approve() {
  peer lifecycle chaincode approveformyorg -o "${orderer}" --tls --cafile "${ordererCa}" $definition \
    --package-id "${packageId}" --signature-policy "${policy}" --waitForEvent
}

committed() {
  peer lifecycle chaincode querycommitted --channelID "${channel}" --name "${chaincode}" \
    >/dev/null 2>&1
}

# The definition is split at blanks on purpose.
# shellcheck disable=SC2086
commit() {
  peer lifecycle chaincode commit -o "${orderer}" --tls --cafile "${ordererCa}" $definition \
    --signature-policy "${policy}" \
    ${allPeers} --waitForEvent
}

# A transaction that changes no record. Each peer calls its chaincode, and commits.
# shellcheck disable=SC2086
change_nothing() {
  peer chaincode invoke -o "${orderer}" --tls --cafile "${ordererCa}" -C "${channel}" \
    -n "${chaincode}" -c '{"Args":["ping"]}' ${allPeers} --waitForEvent --waitForEventTimeout 10s
}

# $1: milliseconds
await() {
  end=$(($(date +%s) + $1 / 1000))
  until said=$(change_nothing 2>&1); do
    [ "$(date +%s)" -lt "$end" ] || {
      echo "fabric doesn't commit: $(printf '%s\n' "$said" | tail -n 1)"
      exit 1
    }
    sleep 0.5
  done
  echo "all peers commit"
}

# Until peers serve, orderers have a leader, and all have approved, a step fails.
repeat() {
  n=0
  until "$1" || "$2"; do
    n=$((n + 1))
    [ "$n" -lt "$attempts" ] || exit 1
    sleep 0.5
  done
}

case $1 in
  join) repeat joined join_channel ;;
  install) repeat installed install_package ;;
  approve) repeat approved approve ;;
  commit) repeat committed commit ;;
  await) await "$3" ;;
  *)
    echo "unknown step $1" >&2
    exit 2
    ;;
esac
