/** Hyperledger Fabric: its organisations, their certificates, orderers, peers and chaincodes. */
package io.hybridycsb.harness.system.fabric;
