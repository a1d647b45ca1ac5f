/**
 * The node of a relational blockchain: the application of a CometBFT that executes SQL transactions
 * on its own database. A transaction's way: {@code ClientService} takes it and hands it to
 * CometBFT; {@code RelationalApplication} gets it in a block, which {@code database.ChainDatabase}
 * executes and commits; {@code Commits} tells those who wait for it.
 */
package io.hybridycsb.relational.node;
