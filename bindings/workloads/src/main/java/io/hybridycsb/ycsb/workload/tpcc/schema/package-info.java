/** TPC-C's tables, how many rows they have, and the random values in them (TPC-C, section 4.3). */
package io.hybridycsb.ycsb.workload.tpcc.schema;
