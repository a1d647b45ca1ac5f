/** Flame graphs of running JVMs, by async-profiler. */
package io.hybridycsb.harness.flame;
