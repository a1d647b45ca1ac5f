/** Clients on other hosts, over OpenSSH or as pods: how they are reached, started and looked at. */
package io.hybridycsb.harness.bench.hosts;
