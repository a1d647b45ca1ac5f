package io.hybridycsb.it.veritas;

import java.util.List;

/** Veritas over CometBFT. */
final class VeritasTmCluster extends VeritasCluster {
  VeritasTmCluster(int nodes) {
    super("veritas-tm", nodes);
  }

  @Override
  public List<String> oneOfEachKind() {
    return List.of("node2", "redis2", "validator2");
  }
}
