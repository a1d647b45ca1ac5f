/**
 * ABCI 2.0, the interface between CometBFT 0.38 and its application: {@link
 * io.hybridycsb.veritas.tendermint.abci.AbciServer} answers CometBFT over a socket with the answers
 * of an {@link io.hybridycsb.veritas.tendermint.abci.AbciApplication}.
 */
package io.hybridycsb.veritas.tendermint.abci;
