/** Figures of load that isn't even. */
package io.hybridycsb.harness.report.load;
