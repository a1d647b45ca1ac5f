#!/bin/bash
# immudb, whose user has the password in $PASSWORD_FILE from the first start on.
set -euo pipefail

IMMUDB_ADMIN_PASSWORD=$(<"${PASSWORD_FILE:?}")
export IMMUDB_ADMIN_PASSWORD
exec immudb "$@"
