/** A complete, verified benchmark by one command, with its summary. */
package io.hybridycsb.harness.quickstart;
