package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.TransactionLossTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("campaign")
@Tag("databases")
class PostgresqlTransactionLossIT extends TransactionLossTests {
  @RegisterExtension private static final LocalCluster CLUSTER = RelationalCluster.postgresql();

  @Override
  protected boolean goesOnWithoutThem() {
    return false;
  }
}
