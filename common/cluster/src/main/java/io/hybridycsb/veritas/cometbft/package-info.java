/**
 * A light client for CometBFT 0.38 chains whose validators are known and don't change. It hashes
 * headers, transactions and results as CometBFT does, and checks that more than two thirds of the
 * voting power signed a header. Source: CometBFT's specification, "core" and "light client".
 */
package io.hybridycsb.veritas.cometbft;
