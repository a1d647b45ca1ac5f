/**
 * Who belongs to a cluster, as {@code cluster.json} says it. Nodes, clients and audits read the
 * same file.
 */
package io.hybridycsb.veritas.cluster;
