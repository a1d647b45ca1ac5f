package io.hybridycsb.it.relational;

import io.hybridycsb.it.TransactionLossTests;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("relational-kafka")
class RelationalKafkaTransactionLossIT extends TransactionLossTests {
  @RegisterExtension
  private static final RelationalKafkaCluster CLUSTER = new RelationalKafkaCluster(3);

  @Override
  protected List<List<String>> losses() {
    return List.of(CLUSTER.node(2), List.of("node3"), List.of(CLUSTER.database(1)));
  }

  @Override
  protected int commits() {
    return 100;
  }

  @Override
  protected int transactionsOfClient() {
    return 500;
  }
}
