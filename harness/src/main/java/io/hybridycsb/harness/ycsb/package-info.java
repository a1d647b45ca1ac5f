/** YCSB as a process: started, its printed results read; and a workload of ours that it loads. */
package io.hybridycsb.harness.ycsb;
