/** What an experiment's runs have measured: one object per run, written and read as JSON. */
package io.hybridycsb.harness.results;
