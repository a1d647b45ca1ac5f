/**
 * Snapshots: all that a node needs to go on from a height without the blocks before it. Written
 * beside the node's work, handed to nodes that have nothing, checked against a signed hash.
 */
package io.hybridycsb.veritas.core.snapshot;
