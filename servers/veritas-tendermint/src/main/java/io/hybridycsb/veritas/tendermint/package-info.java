/**
 * Veritas as the application of a CometBFT chain, and the command of its nodes. Only this package
 * and its subpackages depend on CometBFT; its light client is in {@code
 * io.hybridycsb.veritas.cometbft}.
 */
package io.hybridycsb.veritas.tendermint;
