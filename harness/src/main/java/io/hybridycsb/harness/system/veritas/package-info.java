/** Veritas over Kafka and over CometBFT: one system, but for what orders its transactions. */
package io.hybridycsb.harness.system.veritas;
