package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmTransactionLossIT extends TransactionLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new VeritasTmCluster(4);

  @Override
  protected List<List<String>> losses() {
    return List.of(List.of("node2", "validator2"), List.of("validator3"), List.of("node4"));
  }

  @Override
  protected int commits() {
    return 60;
  }

  @Override
  protected int transactionsOfClient() {
    return 300;
  }

  /** So that transactions that only read are in the chain's order, too. */
  @Override
  protected Map<String, String> properties() {
    return Map.of("veritas.read", "linearizable");
  }
}
