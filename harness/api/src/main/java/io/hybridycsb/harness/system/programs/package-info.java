/** Finds the systems' programs: in the release, on this machine, or built once. */
package io.hybridycsb.harness.system.programs;
