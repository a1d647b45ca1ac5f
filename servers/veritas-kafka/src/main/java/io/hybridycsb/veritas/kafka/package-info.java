/**
 * The shared log as a topic of Kafka, and the command of the nodes that use it. No other package
 * depends on Kafka.
 */
package io.hybridycsb.veritas.kafka;
