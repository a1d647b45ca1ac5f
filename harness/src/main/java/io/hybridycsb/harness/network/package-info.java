/** The connections between a cluster's nodes; delay, limits of rate and cuts, by Toxiproxy. */
package io.hybridycsb.harness.network;
