package io.hybridycsb.it.relational;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.suites.SystemTests;
import io.hybridycsb.relational.client.CallResult;
import io.hybridycsb.relational.client.ClientOptions;
import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.Session;
import io.hybridycsb.relational.client.Submission;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

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

  @Test
  @Order(4)
  void aTransactionIsAbortedIfWhatItHasReadWasDeletedAndPutAgain() throws IOException {
    String table = chain().table("ledger");
    put();
    try (RelationalClient client = client()) {
      Session session = client.session();
      long read = session.read(table, "bert").orElseThrow().getVersion();
      chain().hybridOn("delete", "--table", "ledger", "bert").requireSuccess();
      put();

      CallResult result = session.execute(new Submission(putIfVersion(table, read)));
      assertThat(result.outcome()).as(result.detail()).isEqualTo(Outcome.ABORTED);
      long now = session.read(table, "bert").orElseThrow().getVersion();
      assertThat(now).isGreaterThan(read);
      CallResult next = session.execute(new Submission(putIfVersion(table, now)));
      assertThat(next.outcome()).as(next.detail()).isEqualTo(Outcome.OK);
      assertThat(session.read(table, "bert").orElseThrow().getVersion()).isEqualTo(next.value());
    }
  }

  private void put() {
    chain().hybridOn("put", "--table", "ledger", "bert", "money=100").requireSuccess();
  }

  private RelationalClient client() throws IOException {
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(chain().runDirectory().resolve("ycsb.properties"))) {
      properties.load(file);
    }
    ClientOptions options =
        new ClientOptions(
            List.of(properties.getProperty("relational.nodes").split(",", -1)),
            properties.getProperty("relational.cluster"),
            60_000,
            ClientOptions.ReadLevel.ORDERED,
            1);
    Path key = Path.of(properties.getProperty("relational.key"));
    return RelationalClient.connect(options, SigningKey.read(key));
  }

  private static Call putIfVersion(String table, long version) {
    Call.Builder call = Call.newBuilder();
    call.getRecordsBuilder().addReadsBuilder().setTable(table).setKey("bert").setVersion(version);
    call.getRecordsBuilder().addWritesBuilder().setTable(table).setKey("bert");
    return call.build();
  }
}
