/** The kill of a process during a run: what it has cost, and which promises it has broken. */
package io.hybridycsb.harness.bench.crash;
