/**
 * The relational node as an application of CometBFT, and its command. For what CometBFT does, see
 * {@link io.hybridycsb.cometbft.abci.AbciApplication}.
 */
package io.hybridycsb.relational.tendermint;
