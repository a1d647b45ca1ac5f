/** Quorum: its nodes, and the files of its network. */
package io.hybridycsb.harness.system.quorum;
