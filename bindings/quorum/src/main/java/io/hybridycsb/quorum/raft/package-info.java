/**
 * The log of a node's Raft, as etcd's library writes it for GoQuorum. A node that was killed while
 * it wrote a record does not start again: etcd's own servers cut such a record off, GoQuorum
 * doesn't, so this package does. It knows a record's frame, not what Raft keeps in it.
 */
package io.hybridycsb.quorum.raft;
