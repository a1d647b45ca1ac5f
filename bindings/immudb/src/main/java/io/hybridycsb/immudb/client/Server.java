package io.hybridycsb.immudb.client;

/**
 * Where a database is, and as whom to use it.
 *
 * @param address {@code HOST:PORT}
 * @param connections to it, at least 1
 * @param timeoutMs for a call
 */
public record Server(
    String address,
    String database,
    String user,
    String password,
    int connections,
    int timeoutMs) {}
