/**
 * The YCSB binding for lightweight transactions of Apache Cassandra: every write has a condition,
 * so that it is ordered by Paxos.
 */
package io.hybridycsb.ycsb.cassandra;
