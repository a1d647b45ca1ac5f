#!/bin/sh
# Makes the network's certificates and the channel's first block, once.
set -eu

cd "${network}"
[ ! -e complete ] || exit 0
rm -rf crypto
"${cryptogen}" generate --config crypto-config.yaml --output "${crypto}"
"${configtxgen}" -profile ${profile} -channelID ${channel} -configPath "${network}" \
  -outputBlock "${genesis}"
cat ${authorities} >"${peersTlsCa}"
touch complete
