/** Databases that run as a separate process for each node of a system. */
package io.hybridycsb.harness.system.stores;
