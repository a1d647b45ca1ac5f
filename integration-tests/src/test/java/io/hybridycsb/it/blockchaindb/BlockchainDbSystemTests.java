package io.hybridycsb.it.blockchaindb;

import io.hybridycsb.it.suites.ProofTests;
import java.util.List;

/** What BlockchainDB must do, whatever seals its chains. A write takes some seconds. */
public abstract class BlockchainDbSystemTests extends ProofTests {
  /** A sealer and the server that depends on it. */
  @Override
  protected List<String> node() {
    return List.of("geth2", "node2");
  }

  /** Several for each of its many threads, of which a fifth wait for blocks. */
  @Override
  protected int provenOperations() {
    return 512;
  }

  @Override
  protected int size() {
    return 128;
  }

  @Override
  protected int commits() {
    return 20;
  }

  @Override
  protected int operationsOfClient() {
    return 100;
  }

  /** Reads return the node's own state. */
  @Override
  protected boolean isLinearizable() {
    return false;
  }

  @Override
  protected boolean hasTransactions() {
    return false;
  }
}
