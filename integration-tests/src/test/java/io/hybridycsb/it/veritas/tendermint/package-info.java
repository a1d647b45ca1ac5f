/** Veritas over CometBFT, and nodes of it that lie. */
package io.hybridycsb.it.veritas.tendermint;
