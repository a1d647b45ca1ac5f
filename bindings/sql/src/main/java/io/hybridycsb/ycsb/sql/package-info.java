/**
 * The YCSB bindings for relational databases, by JDBC: what a user would otherwise take instead of
 * a ledger, under the same workloads. The bindings differ by a {@code Dialect}.
 */
package io.hybridycsb.ycsb.sql;
