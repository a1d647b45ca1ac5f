/** Terminal support for commands: output, and Ctrl-C. */
package io.hybridycsb.harness.cli.terminal;
