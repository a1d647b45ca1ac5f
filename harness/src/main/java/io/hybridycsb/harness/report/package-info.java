/** Makes one page of runs' results for people: figures, tables, and what to beware of. */
package io.hybridycsb.harness.report;
