package io.hybridycsb.veritas.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import org.junit.jupiter.api.Test;

class StateRecoveryTest {
  @Test
  void aStoreThatHasLostItsStateServesAgain() {
    InMemoryStateStore store = new InMemoryStateStore();
    store.lose();

    StateRecovery.run(new Ledger(new InMemoryLedgerStore()), store);

    assertThat(store.appliedHeight()).isZero();
  }
}
