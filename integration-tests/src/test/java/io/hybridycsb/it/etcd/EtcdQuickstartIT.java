package io.hybridycsb.it.etcd;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.QuickstartTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("etcd")
class EtcdQuickstartIT extends QuickstartTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new EtcdCluster(3).notStarted();

  @Override
  protected String auditResult() {
    return "none: this system has nothing to audit";
  }

  @Test
  @Tag("campaign")
  void withoutANumberOfOperationsItRunsUntilItIsSteady() {
    requireThatItRunsUntilItIsSteady();
  }
}
