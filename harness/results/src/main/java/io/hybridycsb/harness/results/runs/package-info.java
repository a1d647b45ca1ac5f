/** The measurements in order: runs, points and experiments, and the metrics of each. */
package io.hybridycsb.harness.results.runs;
