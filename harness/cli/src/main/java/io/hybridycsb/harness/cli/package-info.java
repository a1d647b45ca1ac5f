/** The hybrid command. */
package io.hybridycsb.harness.cli;
