/** Chooses an experiment's charts, and the published numbers beside its own. */
package io.hybridycsb.harness.report.figures;
