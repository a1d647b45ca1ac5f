/** The commands that start clusters, look at them, break them and end them. */
package io.hybridycsb.harness.cli.cluster;
