package io.hybridycsb.veritas.core.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** How long tests wait for what must come, on a busy machine too. */
public final class Patience {
  private Patience() {}

  public static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(1));
  }
}
