/** YCSB binding {@code quorum}. */
package io.hybridycsb.ycsb.quorum;
