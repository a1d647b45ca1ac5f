/**
 * Checks recorded histories against the guarantees, and says what was found. Pure functions of the
 * history; they know no system.
 */
package io.hybridycsb.harness.check;
