/** YCSB as a process: started, and its printed results read. */
package io.hybridycsb.harness.ycsb;
