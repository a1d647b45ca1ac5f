/** Whether an order explains the operations on one key; where none does, the few that show it. */
package io.hybridycsb.harness.check.linearizability;
