package io.hybridycsb.it.veritas;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.harness.check.Operation;
import io.hybridycsb.harness.check.TransactionRecord;
import io.hybridycsb.it.TestClient;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.client.VeritasException;
import io.hybridycsb.veritas.client.VeritasRecord;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.StatusReply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Drives a Veritas cluster through the client library. */
final class VeritasTestClient implements TestClient {
  static final String TABLE = "usertable";
  private static final String FIELD = "f";
  private static final ClientOptions OPTIONS = ClientOptions.DEFAULT.withTimeoutMs(5_000);

  private final VeritasClient all;
  private final List<VeritasClient> each = new ArrayList<>();

  VeritasTestClient(ClusterConfig cluster, SigningKey key) {
    all = VeritasClient.connect(cluster, key, OPTIONS);
    for (ClusterConfig.Member node : cluster.nodes()) {
      each.add(VeritasClient.connect(only(cluster, node), key, OPTIONS));
    }
  }

  /** The cluster as one knows it who knows only this node: there is no other to turn to. */
  private static ClusterConfig only(ClusterConfig cluster, ClusterConfig.Member node) {
    return new ClusterConfig(
        cluster.cluster(),
        cluster.approvalPolicy(),
        cluster.timestampOracle(),
        List.of(node),
        cluster.clients(),
        cluster.validators());
  }

  /** A session of the whole cluster's client. */
  Session session(int node) {
    return all.session(node);
  }

  @Override
  public Outcome put(int node, String key, String value) {
    return write(node, txn -> txn.put(TABLE, key, Map.of(FIELD, value.getBytes(UTF_8))));
  }

  @Override
  public Outcome delete(int node, String key) {
    return write(node, txn -> txn.delete(TABLE, key));
  }

  /** What a transaction does before it is committed. */
  private interface Step {
    void on(Txn txn);
  }

  private Outcome write(int node, Step step) {
    Txn txn;
    try {
      txn = all.session(node).begin();
    } catch (VeritasException.Unavailable e) {
      return Outcome.NOT_TRIED;
    }
    step.on(txn);
    return switch (txn.commit().status()) {
      case COMMITTED -> Outcome.COMMITTED;
      case ABORTED -> Outcome.ABORTED;
      case ACCEPTED, UNKNOWN -> Outcome.UNKNOWN;
    };
  }

  @Override
  public Optional<String> get(int node, String key) {
    return all.session(node).get(TABLE, key).map(VeritasTestClient::text);
  }

  @Override
  public Optional<String> getFrom(int node, String key) {
    return each.get(node).session().get(TABLE, key).map(VeritasTestClient::text);
  }

  private static String text(VeritasRecord record) {
    return new String(record.fields().get(FIELD), UTF_8);
  }

  @Override
  public Optional<TransactionRecord> transact(
      int node, Collection<String> read, Collection<String> written) {
    long invoked = System.nanoTime();
    Map<String, Long> reads = new TreeMap<>();
    Map<String, Long> writes = new TreeMap<>();
    Txn txn;
    try {
      Session session = all.session(node);
      txn = written.isEmpty() ? session.beginReadOnly() : session.begin();
      for (String key : read) {
        reads.put(key, txn.get(TABLE, key).map(VeritasRecord::version).orElse(0L));
      }
    } catch (VeritasException.Unavailable e) {
      return Optional.empty();
    }
    for (String key : written) {
      txn.put(TABLE, key, Map.of(FIELD, txn.id().toString().getBytes(UTF_8)));
      writes.put(key, txn.id().timestamp());
    }
    String id = written.isEmpty() ? "reader-" + invoked : "t" + txn.id().timestamp();
    TransactionRecord.Outcome outcome = commit(txn);
    long completed =
        outcome == TransactionRecord.Outcome.UNKNOWN ? Operation.NEVER : System.nanoTime();
    return Optional.of(new TransactionRecord(id, outcome, reads, writes, invoked, completed));
  }

  private static TransactionRecord.Outcome commit(Txn txn) {
    CommitResult.Status status;
    try {
      status = txn.commit().status();
    } catch (VeritasException.Unavailable e) {
      status = CommitResult.Status.UNKNOWN;
    }
    return switch (status) {
      case COMMITTED -> TransactionRecord.Outcome.COMMITTED;
      case ABORTED -> TransactionRecord.Outcome.ABORTED;
      case ACCEPTED, UNKNOWN -> TransactionRecord.Outcome.UNKNOWN;
    };
  }

  @Override
  public Position position(int node) {
    StatusReply status = each.get(node).session().status();
    return new Position(
        status.getDecidedHeight(), HexFormat.of().formatHex(status.getStateRoot().toByteArray()));
  }

  @Override
  public void close() {
    all.close();
    each.forEach(VeritasClient::close);
  }
}
