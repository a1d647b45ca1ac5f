/** Cassandra for lightweight transactions, and the JVM that it runs on. */
package io.hybridycsb.harness.system.cassandra;
