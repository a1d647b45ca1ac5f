/** Chains of validators, by CometBFT or Tendermint, which order what applications execute. */
package io.hybridycsb.harness.system.validators;
