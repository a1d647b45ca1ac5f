/** BlockchainDB: its nodes, and the geths that seal its chains. */
package io.hybridycsb.harness.system.blockchaindb;
