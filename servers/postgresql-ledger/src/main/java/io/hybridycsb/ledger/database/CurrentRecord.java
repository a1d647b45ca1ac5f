package io.hybridycsb.ledger.database;

/**
 * A record as its table has it.
 *
 * @param contents as JSON
 */
public record CurrentRecord(String key, String contents) {}
