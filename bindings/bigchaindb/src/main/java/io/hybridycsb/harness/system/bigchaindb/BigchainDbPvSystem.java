package io.hybridycsb.harness.system.bigchaindb;

/** {@link BigchainDbSystem} with parallel validation. */
public final class BigchainDbPvSystem extends BigchainDbSystem {
  public BigchainDbPvSystem() {
    super("bigchaindb-pv", true);
  }
}
