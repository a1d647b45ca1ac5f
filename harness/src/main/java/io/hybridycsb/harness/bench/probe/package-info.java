/** What servers and processes tell of themselves while operations are measured. */
package io.hybridycsb.harness.bench.probe;
