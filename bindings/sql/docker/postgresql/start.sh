#!/bin/bash
# PostgreSQL in its project's image, which first makes a superuser with the password in
# $POSTGRES_PASSWORD_FILE. Then it runs our statements for the role that clients connect as; they take
# its password from a variable, since only root can read the file.
set -euo pipefail

ROLE_PASSWORD=$(<"${ROLE_PASSWORD_FILE:?}")
export ROLE_PASSWORD
exec docker-entrypoint.sh "$@"
