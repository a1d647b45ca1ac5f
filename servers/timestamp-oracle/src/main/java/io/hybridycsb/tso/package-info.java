/**
 * The timestamp oracle's server, which hands out unique, increasing timestamps.
 *
 * <p>A reader follows a request through {@code TimestampService}, {@code TimestampAllocator} and
 * {@code FileCeilingLog}.
 */
package io.hybridycsb.tso;
