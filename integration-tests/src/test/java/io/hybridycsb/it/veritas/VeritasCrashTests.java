package io.hybridycsb.it.veritas;

import io.hybridycsb.it.suites.CrashTests;
import org.junit.jupiter.api.Test;

/** What must also be true of every Veritas when a node's state is lost. */
public abstract class VeritasCrashTests extends CrashTests<VeritasCluster> {
  @Test
  void aRedisThatIsEmptiedUnderLoadIsFilledFromTheLedger() throws Exception {
    survives("flushed", () -> cluster().flush("redis1"));
  }

  @Test
  void aRedisThatIsEmptiedWhileItsNodeIsDeadIsFilledAtTheStart() throws Exception {
    survives(
        "flushed-dead",
        () -> {
          cluster().kill("node3");
          cluster().flush("redis3");
          cluster().restart("node3");
        });
  }
}
