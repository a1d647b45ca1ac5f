/** Compares what clients were told with what servers have recorded, and has ledgers audited. */
package io.hybridycsb.harness.audit;
