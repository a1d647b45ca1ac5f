/** The contract that every system keeps, and its check on a real cluster. */
package io.hybridycsb.harness.conform;
