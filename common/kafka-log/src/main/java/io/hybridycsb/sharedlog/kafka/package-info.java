/** The shared log as a topic of Kafka. No other package depends on Kafka. */
package io.hybridycsb.sharedlog.kafka;
