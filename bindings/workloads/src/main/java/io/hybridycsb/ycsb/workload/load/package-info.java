/** Load over time: rates that follow a curve, and recorded operations at the times they had. */
package io.hybridycsb.ycsb.workload.load;
