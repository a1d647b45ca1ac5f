package io.hybridycsb.it.relational;

import io.hybridycsb.it.suites.SystemTests;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The only node dies, and comes back. */
abstract class RelationalSystemTests extends SystemTests {
  @Override
  protected List<String> node() {
    return List.of("node1");
  }

  @Override
  protected boolean goesOnWithoutIt() {
    return false;
  }

  @Override
  protected boolean isAudited() {
    return false;
  }

  @Override
  protected boolean hasProcedures() {
    return true;
  }

  /** The database of clients. */
  String database() {
    return "ycsb";
  }

  @Test
  @Order(7)
  void nobodyIsLetInWithoutAPasswordAndClientsHaveNoRightsElsewhere() throws Exception {
    new Databases(cluster()).requireNoMoreRights("node1", database(), "ycsb");
  }
}
