/** The YCSB binding for lightweight transactions of Apache Cassandra. */
package io.hybridycsb.ycsb.cassandra;
