/**
 * Checks recorded histories against the guarantees, and reports the findings. Depends on the
 * history alone, not on any system.
 */
package io.hybridycsb.harness.check;
