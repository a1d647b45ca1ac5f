package io.hybridycsb.veritas.core.spi;

class InMemoryLedgerStoreTest extends LedgerStoreContract {
  private InMemoryLedgerStore current;

  @Override
  protected LedgerStore open() {
    current = current == null ? new InMemoryLedgerStore() : current.reopened();
    return current;
  }
}
