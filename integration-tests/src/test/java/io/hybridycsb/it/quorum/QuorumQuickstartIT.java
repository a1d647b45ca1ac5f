package io.hybridycsb.it.quorum;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("quorum")
class QuorumQuickstartIT extends QuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = QuorumCluster.sealed("qbft").notStarted();

  /** Its threads are few, and a write waits for a block. */
  @Override
  protected int records() {
    return 50;
  }

  @Override
  protected int operations() {
    return 100;
  }
}
