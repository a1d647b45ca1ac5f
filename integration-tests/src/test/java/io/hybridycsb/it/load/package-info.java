/** Workloads that run beside a test, and what their results are checked by. */
package io.hybridycsb.it.load;
