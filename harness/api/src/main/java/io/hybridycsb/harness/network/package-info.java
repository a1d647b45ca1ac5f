/** The connections between a cluster's nodes, with delays, rate limits and cuts by Toxiproxy. */
package io.hybridycsb.harness.network;
