#!/bin/sh
# Redis as a state store: redis.sh NAME. It asks for the password in /passwords/NAME, and serves a node's
# commands only: those that write files, run scripts or change the server are off. What it holds can be
# rebuilt from the ledger at any time, so it writes no file.
set -eu

umask 077
cat >/tmp/redis.conf <<END
port 6379
dir /tmp
save ""
appendonly no
databases 1
user default on >$(cat "/passwords/$1") ~* -@all +ping +get +mget +set +mset +del +unlink +scan +incrby +zadd +zrem +zrangebylex +multi +exec +flushall +client|list +client|kill +client|setname
END
exec redis-server /tmp/redis.conf
