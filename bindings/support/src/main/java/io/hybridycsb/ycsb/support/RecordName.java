package io.hybridycsb.ycsb.support;

/** Which record is meant. */
public record RecordName(String table, String key) {}
