/** The list of all systems, in a separate package because it depends on each of them. */
package io.hybridycsb.harness.system.registry;
