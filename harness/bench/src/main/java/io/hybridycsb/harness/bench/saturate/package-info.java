/** The search for the highest rate that is held: which rates to try, and what came of each. */
package io.hybridycsb.harness.bench.saturate;
