package io.hybridycsb.ycsb.record;

import java.util.Map;

/** A record that a scan found. */
public record Row(String key, Map<String, byte[]> fields) {}
