/** Plans: the experiments that files describe, their points, and all runs. */
package io.hybridycsb.harness.bench.plan;
