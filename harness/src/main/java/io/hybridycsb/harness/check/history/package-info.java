/**
 * Histories of what clients have asked and were told, and the verdict that a check gives on one.
 */
package io.hybridycsb.harness.check.history;
