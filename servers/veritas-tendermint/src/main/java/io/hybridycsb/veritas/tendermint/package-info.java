/**
 * Veritas as the application of a CometBFT chain, and the command of its nodes. This is all that
 * knows of CometBFT's ways; what its light client needs is in {@code
 * io.hybridycsb.veritas.cometbft}.
 */
package io.hybridycsb.veritas.tendermint;
