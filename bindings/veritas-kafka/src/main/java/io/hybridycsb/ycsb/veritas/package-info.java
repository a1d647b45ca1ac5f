/**
 * YCSB bindings for Veritas; {@link io.hybridycsb.ycsb.veritas.VeritasKafkaClient} to begin with.
 */
package io.hybridycsb.ycsb.veritas;
