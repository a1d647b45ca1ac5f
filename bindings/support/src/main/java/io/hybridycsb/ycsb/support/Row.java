package io.hybridycsb.ycsb.support;

import java.util.Map;

/** A record that a scan found. */
public record Row(String key, Map<String, byte[]> fields) {}
