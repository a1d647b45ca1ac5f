package io.hybridycsb.ycsb.record;

/** Which record is meant. */
public record RecordName(String table, String key) {}
