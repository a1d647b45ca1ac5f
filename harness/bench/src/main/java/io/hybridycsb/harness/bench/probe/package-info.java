/** Measurements of servers and processes while operations are measured. */
package io.hybridycsb.harness.bench.probe;
