/**
 * The timestamp oracle: a server that hands out unique, increasing timestamps, and its client.
 *
 * <p>A reader follows a timestamp through {@link io.hybridycsb.tso.TimestampClient}, {@code
 * TimestampCoalescer}, {@code AllocateConnection}, {@code TimestampService}, {@code
 * TimestampAllocator} and {@code FileCeilingLog}.
 */
package io.hybridycsb.tso;
