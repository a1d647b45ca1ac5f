/** Ratios of the means of repeats, with their confidence intervals. */
package io.hybridycsb.harness.ratio;
