/** Makes one page of runs' results: figures, tables, and warnings. */
package io.hybridycsb.harness.report;
