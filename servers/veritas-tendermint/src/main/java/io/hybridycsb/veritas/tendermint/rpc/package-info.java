/** What a node asks of the CometBFT process beside it, over CometBFT's JSON-RPC. */
package io.hybridycsb.veritas.tendermint.rpc;
