/** What the parts below Veritas over Kafka cost, measured on a real cluster. No test runs them. */
package io.hybridycsb.veritas.kafka.bench;
