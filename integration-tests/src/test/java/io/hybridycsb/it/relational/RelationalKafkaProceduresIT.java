package io.hybridycsb.it.relational;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.it.ProcedureTests;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** As many nodes on PostgreSQL as on MariaDB: without those of both kinds nothing is decided. */
@Tag("campaign")
@Tag("relational-kafka")
class RelationalKafkaProceduresIT extends ProcedureTests {
  @RegisterExtension private static final LocalCluster CLUSTER = new RelationalKafkaCluster(4);
}
