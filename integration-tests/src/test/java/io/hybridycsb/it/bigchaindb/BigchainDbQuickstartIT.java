package io.hybridycsb.it.bigchaindb;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("bigchaindb")
@NeedsPython36
class BigchainDbQuickstartIT extends QuickstartTests {
  @RegisterExtension
  private static final LocalCluster CLUSTER = new BigchainDbCluster("bigchaindb", 1).notStarted();

  @Override
  protected int records() {
    return 40;
  }

  @Override
  protected int operations() {
    return 80;
  }

  @Override
  protected String auditResult() {
    return "none: this system has nothing to audit";
  }
}
