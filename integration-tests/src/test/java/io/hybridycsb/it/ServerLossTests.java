package io.hybridycsb.it;

import org.junit.jupiter.api.Test;

/** The only server dies again and again; each time it must recover what it has told. */
public abstract class ServerLossTests extends LossTests {
  private static final int DEATHS = 5;

  @Test
  void nothingAcknowledgedOrReadIsLostHoweverOftenTheServerDies() throws Exception {
    survives(
        "again",
        load -> {
          for (int i = 0; i < DEATHS; i++) {
            awaitCommits(load);
            cluster().kill("node1");
            cluster().restart("node1");
          }
        });
  }
}
