/**
 * A node's calls to the CometBFT process beside it, over CometBFT's JSON-RPC. It is kept apart from
 * the application, which CometBFT calls.
 */
package io.hybridycsb.cometbft.rpc;
