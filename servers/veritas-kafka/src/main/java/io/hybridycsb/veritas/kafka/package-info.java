/** The command of the nodes whose shared log is a topic of Kafka. */
package io.hybridycsb.veritas.kafka;
