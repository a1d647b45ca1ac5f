/**
 * YCSB workloads of transactions over several records. They reach the transactions of whatever
 * binding YCSB runs, and verify after each run that none was half done, lost or done twice.
 */
package io.hybridycsb.ycsb.workload;
