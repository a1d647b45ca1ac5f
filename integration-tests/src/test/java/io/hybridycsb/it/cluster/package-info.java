/** Clusters of real processes: their start, the order of tests on them, and what they take. */
package io.hybridycsb.it.cluster;
