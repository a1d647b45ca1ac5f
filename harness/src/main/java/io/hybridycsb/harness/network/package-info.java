/** Delay and limits of rate between a cluster's nodes, and cuts, by Toxiproxy. */
package io.hybridycsb.harness.network;
