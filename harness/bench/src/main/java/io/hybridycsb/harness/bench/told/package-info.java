/** What a command's user reads while clients run, and at the end. */
package io.hybridycsb.harness.bench.told;
