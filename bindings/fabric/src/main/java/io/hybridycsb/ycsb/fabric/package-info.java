/** YCSB binding for Hyperledger Fabric, by way of its peers' gateways. */
package io.hybridycsb.ycsb.fabric;
