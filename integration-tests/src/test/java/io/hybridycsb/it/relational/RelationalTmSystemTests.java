package io.hybridycsb.it.relational;

import io.hybridycsb.it.SystemTests;
import java.util.List;
import java.util.Map;

/** Three of four validators decide; a node dies with its database. */
abstract class RelationalTmSystemTests extends SystemTests {
  abstract RelationalTmCluster chain();

  @Override
  protected List<String> node() {
    return chain().node(2);
  }

  @Override
  protected Map<String, String> loadProperties() {
    return Map.of("relational.read", "ordered");
  }

  /** The node that died and another one each have all records and answer by themselves. */
  @Override
  protected List<Map<String, String>> readers() {
    return chain().clientsOfOneNode(2);
  }

  @Override
  protected boolean hasProcedures() {
    return true;
  }
}
