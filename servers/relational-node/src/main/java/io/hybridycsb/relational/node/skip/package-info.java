/**
 * Decisions of a cluster that a block which no node can execute is left out: what is signed, by
 * whom, and the files that hold it. Knows no database.
 */
package io.hybridycsb.relational.node.skip;
