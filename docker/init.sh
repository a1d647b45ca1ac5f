#!/bin/bash
# Makes a database's passwords, database (its superuser's) and client, and the client's properties, which
# are the arguments: {password} in them stands for the client's. Passwords that exist are kept. No file
# is there before it is whole.
set -euo pipefail

umask 077
cd /cluster
for name in database client; do
  if ! [ -s "passwords/$name" ]; then
    od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >"passwords/$name.part"
    mv "passwords/$name.part" "passwords/$name"
  fi
done
password=$(<passwords/client)
printf '%s\n' "${@//'{password}'/$password}" >client.properties.part
mv client.properties.part client.properties
