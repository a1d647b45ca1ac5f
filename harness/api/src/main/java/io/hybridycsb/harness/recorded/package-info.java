/** How many writes servers have recorded: in ledgers, logs, and counters. */
package io.hybridycsb.harness.recorded;
