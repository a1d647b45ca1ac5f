/** From when on a run is steady. */
package io.hybridycsb.harness.bench.steady;
