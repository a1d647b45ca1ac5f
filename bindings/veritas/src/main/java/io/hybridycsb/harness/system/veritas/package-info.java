/** Veritas over Kafka and over CometBFT, which differ only in how transactions are ordered. */
package io.hybridycsb.harness.system.veritas;
