/**
 * Where the programs are that systems are run from: in the release, on this machine, or built once.
 */
package io.hybridycsb.harness.system.programs;
