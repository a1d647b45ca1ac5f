#!/bin/sh
# Tells the peer where the chaincode serves.
set -eu
mkdir -p "$2/chaincode/server"
cp "$1/connection.json" "$2/chaincode/server/connection.json"
