/** Veritas with Kafka as its shared log. */
package io.hybridycsb.it.veritas.kafka;
