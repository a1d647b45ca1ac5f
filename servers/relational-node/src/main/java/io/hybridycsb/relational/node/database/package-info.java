/**
 * A node's database: one transaction for each block, whose effects are digested, and reads at what
 * is committed. It knows nothing of CometBFT.
 */
package io.hybridycsb.relational.node.database;
