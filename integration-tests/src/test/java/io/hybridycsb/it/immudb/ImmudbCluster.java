package io.hybridycsb.it.immudb;

import io.hybridycsb.it.LocalCluster;
import java.util.Map;

/** One immudb. */
final class ImmudbCluster extends LocalCluster {
  /** Every read and write is checked. */
  static final Map<String, String> VERIFIED = Map.of("immudb.verify", "online");

  ImmudbCluster() {
    super("immudb", 1);
    // As many calls as the tests make; the rest is memory.
    with("concurrency", "32");
  }

  @Override
  protected Map<String, String> patience() {
    return Map.of("immudb.timeout.ms", "60000");
  }
}
