/** A workload of our own, which YCSB loads; and what YCSB itself does wrong, mended. */
package io.hybridycsb.harness.ycsb;
