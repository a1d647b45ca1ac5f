/**
 * The timestamp oracle's client, with the formats that it shares with the server. A client needs no
 * server on its class path.
 *
 * <p>A reader follows a request through {@link io.hybridycsb.tso.client.TimestampClient}, {@code
 * TimestampCoalescer} and {@code AllocateConnection}.
 */
package io.hybridycsb.tso.client;
