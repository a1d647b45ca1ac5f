/** What commands share at a terminal: lines for people, and Ctrl-C. */
package io.hybridycsb.harness.cli.terminal;
