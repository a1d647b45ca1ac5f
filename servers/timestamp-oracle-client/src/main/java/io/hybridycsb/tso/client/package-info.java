/**
 * The timestamp oracle's client, and what it and the server agree on: who fetches timestamps has no
 * server on the class path.
 *
 * <p>A reader follows a request through {@link io.hybridycsb.tso.client.TimestampClient}, {@code
 * TimestampCoalescer} and {@code AllocateConnection}.
 */
package io.hybridycsb.tso.client;
