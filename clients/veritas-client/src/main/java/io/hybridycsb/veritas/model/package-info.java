/**
 * How records, their keys and the ids of transactions are laid out in bytes. Nodes, clients and
 * audits share it.
 */
package io.hybridycsb.veritas.model;
