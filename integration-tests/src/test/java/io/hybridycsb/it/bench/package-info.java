/** Experiments of a few seconds, from the command to the figures. */
package io.hybridycsb.it.bench;
