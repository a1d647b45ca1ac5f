/** Calls to an Ethereum client over its JSON-RPC. */
package io.hybridycsb.ethereum.rpc;
