/** Load that isn't even: curves of rates, and what was offered of them. */
package io.hybridycsb.harness.bench.load;
