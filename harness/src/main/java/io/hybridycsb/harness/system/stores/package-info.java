/** Databases of which each node of a system has one of its own, as a process. */
package io.hybridycsb.harness.system.stores;
