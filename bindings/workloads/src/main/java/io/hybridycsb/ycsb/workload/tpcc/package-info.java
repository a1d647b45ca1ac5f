/**
 * TPC-C (revision 5.11) on records that are read and written by their keys. A class for each of its
 * five transactions; {@code Terminal} chooses what they work on, {@code Tables} says what the
 * records are, {@code Loading} makes them, and {@code Consistency} verifies them after a run.
 */
package io.hybridycsb.ycsb.workload.tpcc;
