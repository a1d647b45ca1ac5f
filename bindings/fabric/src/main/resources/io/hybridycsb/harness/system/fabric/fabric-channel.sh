#!/bin/sh
# Makes orderers and peers members of the channel, and defines the chaincode. May be repeated.
set -eu

${steps}
