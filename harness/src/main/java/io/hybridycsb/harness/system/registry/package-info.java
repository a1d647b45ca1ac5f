/** The list of all systems, apart from what they are made of, since it refers to each of them. */
package io.hybridycsb.harness.system.registry;
