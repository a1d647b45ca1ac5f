package io.hybridycsb.it.veritas.tendermint;

import io.hybridycsb.it.otherusers.PortUse;
import io.hybridycsb.it.veritas.VeritasCluster;
import java.util.List;

/** Veritas over CometBFT. */
final class VeritasTmCluster extends VeritasCluster {
  VeritasTmCluster(int nodes) {
    super("veritas-tm", nodes);
  }

  @Override
  public List<PortUse> ports() {
    return PortUse.all(List.of(PortUse.REDIS), PortUse.VALIDATORS, PortUse.NODES);
  }

  @Override
  public List<String> oneOfEachKind() {
    return List.of("node2", "redis2", "validator2");
  }
}
