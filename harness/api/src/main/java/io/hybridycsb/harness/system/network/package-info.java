/** The network between the nodes of any system: its options, and its proxies in the plan. */
package io.hybridycsb.harness.system.network;
