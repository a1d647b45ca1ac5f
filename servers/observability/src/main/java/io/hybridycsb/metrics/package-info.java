/** What servers tell of themselves, for Prometheus and for experiments. */
package io.hybridycsb.metrics;
