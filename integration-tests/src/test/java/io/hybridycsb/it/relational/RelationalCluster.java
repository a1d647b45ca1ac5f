package io.hybridycsb.it.relational;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.PortUse;
import java.util.List;
import java.util.Map;

/** One server of a relational database. */
final class RelationalCluster extends LocalCluster {
  private RelationalCluster(String system) {
    super(system, 1);
  }

  static LocalCluster postgresql() {
    return new RelationalCluster("postgresql");
  }

  static LocalCluster postgresqlLedger() {
    return new RelationalCluster("postgresql-ledger");
  }

  static LocalCluster mariadb() {
    return new RelationalCluster("mariadb");
  }

  @Override
  public List<PortUse> ports() {
    String kind = system().equals("mariadb") ? "mariadb" : "postgresql";
    return List.of(PortUse.database("node1", kind));
  }

  @Override
  public Map<String, String> patience() {
    return Map.of(system() + ".timeout.ms", "60000");
  }
}
