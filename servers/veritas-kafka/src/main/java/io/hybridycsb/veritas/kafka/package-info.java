/**
 * The shared log as a topic of Kafka, and the command of the nodes that use it. This is all that
 * knows of Kafka.
 */
package io.hybridycsb.veritas.kafka;
