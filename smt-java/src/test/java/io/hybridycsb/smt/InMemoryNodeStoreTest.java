package io.hybridycsb.smt;

class InMemoryNodeStoreTest extends NodeStoreContract {
  @Override
  NodeStore create() {
    return new InMemoryNodeStore();
  }

  @Override
  NodeStore reopen(NodeStore store) {
    return store;
  }
}
