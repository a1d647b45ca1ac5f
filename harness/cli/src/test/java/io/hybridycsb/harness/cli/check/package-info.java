/** What {@code hybrid check} says of histories; they are written line by line, as clients do. */
package io.hybridycsb.harness.cli.check;
