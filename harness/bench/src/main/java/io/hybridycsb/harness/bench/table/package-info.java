/** The runs of an experiment as a table for programs. */
package io.hybridycsb.harness.bench.table;
