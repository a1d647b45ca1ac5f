package io.hybridycsb.it.veritas;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LastOnCluster;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** A changed byte is found and named wherever it is; ledgers are tampered with last. */
@LastOnCluster
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class VeritasTamperTests extends ClusterTests<VeritasCluster> {
  private VeritasTestClient client;
  private Tampering tampering;

  @BeforeAll
  void load() {
    client = VeritasTestClient.patient(cluster());
    tampering = new Tampering(cluster(), client);
    tampering.load();
    cluster().requireAuditPasses();
  }

  @AfterAll
  void disconnect() {
    client.close();
  }

  @Test
  @Order(1)
  void aChangedByteInARedisIsNamedByTheAuditAndFailsVerifiedReadsOfThatNode() {
    tampering.withAByteInARedis();
  }

  @Test
  @Order(2)
  void aRecordThatARedisHasLostIsNamedByTheAuditAndNotProvedAbsent() {
    tampering.withARecordThatARedisLoses();
  }

  @Test
  @Order(3)
  void aNodeDoesNotServeFromADamagedLedgerAndBuildsItAnewFromTheSharedLog() throws IOException {
    tampering.withAByteInALedgersLog();
  }

  @Test
  @Order(4)
  void aChangedByteInALedgersTablesIsNamedByTheAudit() throws IOException {
    tampering.withAByteInALedgersTables();
  }
}
