/** Which charts an experiment gets, and the published numbers that stand beside its own. */
package io.hybridycsb.harness.report.figures;
