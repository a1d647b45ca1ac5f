/** Archives of the classes that the release's JVMs load, so that they start sooner. */
package io.hybridycsb.harness.prepare;
