/** The broker of the systems whose shared log is a topic of Kafka. */
package io.hybridycsb.harness.system.kafka;
