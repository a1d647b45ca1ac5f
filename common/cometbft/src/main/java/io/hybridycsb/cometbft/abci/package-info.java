/**
 * ABCI 2.0, the interface between CometBFT 0.38 and its application: {@link
 * io.hybridycsb.cometbft.abci.AbciServer} answers CometBFT over a socket with the answers of an
 * {@link io.hybridycsb.cometbft.abci.AbciApplication}.
 */
package io.hybridycsb.cometbft.abci;
