/**
 * The node of a relational blockchain, which executes transactions on its own SQL database. A
 * transaction's way: {@code ClientService} takes it and hands it to {@code Ordering}, which gets it
 * back in a block, as all nodes do, and has {@code database.ChainDatabase} execute and commit it;
 * {@code Commits} tells those who wait for it.
 */
package io.hybridycsb.relational.node;
