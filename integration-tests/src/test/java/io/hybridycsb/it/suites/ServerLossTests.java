package io.hybridycsb.it.suites;

import org.junit.jupiter.api.Test;

/** What all depends on dies again and again; each time it must recover what was told. */
public abstract class ServerLossTests extends LossTests {
  private static final int DEATHS = 5;

  /** The process without which nothing commits. */
  protected String server() {
    return "node1";
  }

  @Test
  void nothingAcknowledgedOrReadIsLostHoweverOftenTheServerDies() throws Exception {
    survives(
        "again",
        load -> {
          for (int i = 0; i < DEATHS; i++) {
            awaitCommits(load);
            cluster().kill(server());
            cluster().restart(server());
          }
        });
  }
}
