/** Nodes of ours, and what orders their transactions. */
package io.hybridycsb.harness.system.nodes;
