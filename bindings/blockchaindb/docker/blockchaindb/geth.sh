#!/bin/sh
# Runs one sealer of a Clique network: geth.sh NAME, whose keys and genesis block the command
# "network" has made in $CLUSTER/NAME. Its chain is kept in $DATA/NAME. It answers calls only at a
# secret path, whose name is in $PASSWORDS/NAME. For whoever may call it may administer it, and sign
# with its key. docs/systems/blockchaindb.md says why it is run so.
set -eu

home=${CLUSTER:-/cluster}/$1
data=${DATA:-/data}/$1

if [ ! -d "$data/geth/chaindata" ]; then
  rm -rf "$data/keystore"
  geth account import --lightkdf --datadir="$data" --password="$home/password" "$home/sealer.key"
  geth init --state.scheme=hash --datadir="$data" "$home/genesis.json"
fi
sealer=$(cat "$home/sealer")
secret=$(cat "${PASSWORDS:-/passwords}/$1")
config=$(mktemp)
{
  printf '[Node]\nHTTPPathPrefix = "/%s"\nWSPathPrefix = "/%s"\n\n' "$secret" "$secret"
  cat "$home/config.toml"
} >"$config"
exec geth \
  --config="$config" --datadir="$data" --nodekey="$home/nodekey" \
  --port=30303 --nodiscover --nat=none --netrestrict="${NETWORK:?}" --maxpeers="${PEERS_MAX:?}" \
  --ipcdisable --authrpc.port=8551 \
  --http --http.addr="${HTTP_ADDRESS:-0.0.0.0}" --http.port=8545 --http.vhosts="${RPC_HOST:-localhost}" \
  --http.api=eth,admin,debug \
  --ws --ws.addr="${HTTP_ADDRESS:-0.0.0.0}" --ws.port=8545 --ws.api=eth \
  --rpc.batch-request-limit=0 --rpc.batch-response-max-size=0 \
  --syncmode=full --state.scheme=hash --gcmode=archive --cache=256 --snapshot=false \
  --mine --miner.etherbase="$sealer" --unlock="$sealer" --password="$home/password" \
  --allow-insecure-unlock --miner.recommit=10s --miner.gasprice=1 --miner.gaslimit="${BLOCK_GAS:?}" \
  --txpool.pricelimit=1 --txpool.accountslots=4096 --txpool.accountqueue=4096 \
  --txpool.globalslots=65536 --txpool.globalqueue=65536 --verbosity=2
