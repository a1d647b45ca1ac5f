/** The search for the highest rate that is held: which rates to try, and the result of each. */
package io.hybridycsb.harness.bench.saturate;
