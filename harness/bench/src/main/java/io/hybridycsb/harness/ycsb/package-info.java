/** Runs YCSB as a process and reads its output; also a workload of our own that YCSB loads. */
package io.hybridycsb.harness.ycsb;
