/**
 * Snapshots: all that a node needs to go on from a height without the blocks before it. They are
 * written while the node works, handed to empty nodes, and checked against a signed hash.
 */
package io.hybridycsb.veritas.core.snapshot;
