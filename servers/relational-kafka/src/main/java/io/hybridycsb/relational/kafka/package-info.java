/**
 * The relational node over Kafka, and its command. A transaction's way: {@code Proposer} appends it
 * to the shared log in a block; {@code ReplicaLoop} reads the log, as on every node, and {@code
 * Replica} has the block executed and votes for what it has come to; {@code VoteTally} says when
 * more than half of the nodes have come to the same.
 */
package io.hybridycsb.relational.kafka;
