/** Turns runs' results into figures, tables and one page for people. */
package io.hybridycsb.harness.report;
