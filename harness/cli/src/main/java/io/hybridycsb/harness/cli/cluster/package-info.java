/** The commands that start, inspect, break and stop clusters. */
package io.hybridycsb.harness.cli.cluster;
