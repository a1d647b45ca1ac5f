/** The results of an experiment's runs: one object per run, written and read as JSON. */
package io.hybridycsb.harness.results;
