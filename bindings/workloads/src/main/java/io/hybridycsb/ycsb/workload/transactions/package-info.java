/**
 * What a workload of transactions is made of: how its transactions are chosen, run, measured and
 * counted, and how its records are loaded and verified.
 */
package io.hybridycsb.ycsb.workload.transactions;
