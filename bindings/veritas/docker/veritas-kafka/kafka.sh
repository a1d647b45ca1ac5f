#!/bin/bash
# Kafka with the passwords in /passwords. "kafka.sh broker" runs the broker, which its user admin may
# administer. "kafka.sh topic NAME" makes the shared log, and lets the nodes' user, node, read and write it.
set -euo pipefail

umask 077
kafka=/opt/kafka/bin
admin=$(</passwords/kafka-admin)
login="org.apache.kafka.common.security.plain.PlainLoginModule required username=\"admin\" password=\"$admin\""
case $1 in
  broker)
    known="user_admin=\"$admin\" user_node=\"$(</passwords/kafka-node)\""
    {
      cat /etc/hybrid/kafka.properties
      for listener in broker controller node1 node2 node3 node4; do
        echo "listener.name.$listener.plain.sasl.jaas.config=$login $known;"
      done
    } >/tmp/kafka.properties
    "$kafka/kafka-storage.sh" format --ignore-formatted -t AAAAAAAAQ0CAAAAAAAAAAQ -c /tmp/kafka.properties
    exec "$kafka/kafka-server-start.sh" /tmp/kafka.properties
    ;;
  topic)
    printf '%s\n' security.protocol=SASL_PLAINTEXT sasl.mechanism=PLAIN "sasl.jaas.config=$login;" >/tmp/admin.properties
    broker=(--bootstrap-server kafka:9092 --command-config /tmp/admin.properties)
    # The shared log is what state is rebuilt from: nothing of it may ever expire.
    "$kafka/kafka-topics.sh" "${broker[@]}" --create --if-not-exists --topic "$2" --partitions 1 --replication-factor 1 \
      --config retention.ms=-1 --config retention.bytes=-1 --config cleanup.policy=delete
    exec "$kafka/kafka-acls.sh" "${broker[@]}" --add --allow-principal User:node \
      --operation Read --operation Write --operation Describe --topic "$2"
    ;;
  *)
    echo "kafka.sh: expected broker or topic, not '$1'" >&2
    exit 2
    ;;
esac
