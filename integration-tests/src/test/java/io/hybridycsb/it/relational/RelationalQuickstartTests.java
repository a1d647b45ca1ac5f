package io.hybridycsb.it.relational;

import io.hybridycsb.it.suites.QuickstartTests;

abstract class RelationalQuickstartTests extends QuickstartTests {
  @Override
  protected String auditResult() {
    return "none: this system has nothing to audit";
  }

  @Override
  protected String recorded() {
    return "not compared with the servers: no server tells how many writes it has recorded";
  }
}
