/** Runs experiments on real clusters, one run after another, and files each one's result. */
package io.hybridycsb.harness.bench;
