#!/bin/sh
# Runs one node of a Quorum network: geth.sh NAME, whose key and first block the command "network" has
# made in $CLUSTER/NAME. Its chain is kept in $DATA/NAME. docs/systems/quorum.md says why it is run so.
set -eu

name=$1
home=${CLUSTER:-/cluster}/$1
data=${DATA:-/data}/$1

# Without a manager of private transactions.
export PRIVATE_CONFIG=ignore
if [ ! -e "$data/initialized" ]; then
  geth-quorum init --datadir="$data" "$home/genesis.json"
  touch "$data/initialized"
fi
cp "$home/data/static-nodes.json" "$data/static-nodes.json"

case ${CONSENSUS:?} in
  raft)
    set -- --raft --raftport=50400 --raftblocktime="${RAFT_BLOCK_MS:?}"
    ;;
  ibft | qbft)
    # How fast it is stands in the first block.
    set -- --mine --miner.threads=1
    ;;
  *)
    echo "CONSENSUS is raft, ibft or qbft, not '$CONSENSUS'" >&2
    exit 2
    ;;
esac
exec geth-quorum \
  --datadir="$data" --nodekey="$home/data/geth/nodekey" \
  --port=30303 --nodiscover --nat=none --netrestrict="${NETWORK:?}" --maxpeers=50 --ipcdisable \
  --http --http.addr="${HTTP_ADDRESS:-0.0.0.0}" --http.port=8545 --http.vhosts="$name" \
  --http.api=eth \
  --ws --ws.addr="${HTTP_ADDRESS:-0.0.0.0}" --ws.port=8545 --ws.api=eth \
  --syncmode=full --gcmode=archive --cache=256 --snapshot=false \
  --miner.gaslimit="${BLOCK_GAS:?}" --miner.gastarget="${BLOCK_GAS:?}" \
  --txpool.accountslots=4096 --txpool.accountqueue=4096 \
  --txpool.globalslots=65536 --txpool.globalqueue=65536 --verbosity=2 "$@"
