/**
 * What was measured, put in order: runs, their points and experiments, and what is told of each.
 */
package io.hybridycsb.harness.report.runs;
