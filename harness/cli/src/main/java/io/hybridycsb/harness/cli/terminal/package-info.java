/** What commands share: output, and Ctrl-C. */
package io.hybridycsb.harness.cli.terminal;
