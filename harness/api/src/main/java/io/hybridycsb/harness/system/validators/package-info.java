/** Chains of CometBFT or Tendermint validators, which order transactions for applications. */
package io.hybridycsb.harness.system.validators;
