/**
 * Experiments: what an experiment's file asks for, as runs on real clusters, one after another,
 * each with its result as a file.
 */
package io.hybridycsb.harness.bench;
