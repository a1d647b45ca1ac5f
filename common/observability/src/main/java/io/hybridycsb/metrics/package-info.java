/** Servers' metrics, for Prometheus and for experiments. */
package io.hybridycsb.metrics;
