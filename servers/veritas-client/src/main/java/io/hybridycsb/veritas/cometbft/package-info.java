/**
 * A light client for CometBFT 0.38 chains whose validators are known and don't change: hashes of
 * headers, transactions and results as CometBFT makes them, and the check that more than two thirds
 * of the voting power signed a header. Source: CometBFT's specification, "core" and "light client".
 */
package io.hybridycsb.veritas.cometbft;
