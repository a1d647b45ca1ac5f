/** Flame graphs of running JVMs: stacks from JFR, CPU times from the kernel, pictures as SVG. */
package io.hybridycsb.harness.flame;
