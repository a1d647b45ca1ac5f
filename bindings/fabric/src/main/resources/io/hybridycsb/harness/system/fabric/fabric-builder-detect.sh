#!/bin/sh
# Whether this builder knows the type of the chaincode package.
set -eu
grep -q '"type":"ccaas"' "$2/metadata.json"
