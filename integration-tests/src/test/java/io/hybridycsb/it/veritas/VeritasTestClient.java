package io.hybridycsb.it.veritas;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.serializability.TransactionRecord;
import io.hybridycsb.it.cluster.TestClient;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.StatusReply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Drives a Veritas cluster through the client library. */
public final class VeritasTestClient implements TestClient {
  private static final String FIELD = "f";

  /** Short, so that a load goes on while nodes are dead. */
  private static final ClientOptions OPTIONS = ClientOptions.DEFAULT.withTimeoutMs(5_000);

  /** For calls that have to be answered, however busy the machine is. */
  private static final ClientOptions PATIENT = OPTIONS.withTimeoutMs(60_000);

  /** How many bits of a version are the index in the block, see docs/protocol.md. */
  private static final int INDEX_BITS = 20;

  /** The version of a write that may never have happened: nobody has read it. */
  private static final long NOWHERE = -1;

  private final String table;
  private final boolean versionsArePlaces;
  private final List<VeritasClient> all = new ArrayList<>();
  private final List<VeritasClient> each = new ArrayList<>();
  private final Map<String, TransactionId> unknown = new ConcurrentHashMap<>();

  VeritasTestClient(VeritasCluster cluster) {
    this(cluster, OPTIONS, 1);
  }

  private VeritasTestClient(VeritasCluster cluster, ClientOptions options, int clients) {
    ClusterConfig config = cluster.config();
    SigningKey key = cluster.key();
    table = cluster.table();
    versionsArePlaces = config.validators().isPresent();
    for (int i = 0; i < clients; i++) {
      all.add(VeritasClient.connect(config, key, options));
    }
    for (ClusterConfig.Member node : config.nodes()) {
      // A client that knows only this node can ask no other.
      each.add(VeritasClient.connect(config.withNodes(List.of(node)), key, PATIENT));
    }
  }

  /** A client whose writes are expected to commit: each may take long. */
  public static VeritasTestClient patient(VeritasCluster cluster) {
    return new VeritasTestClient(cluster, PATIENT, 1);
  }

  /** One client that goes to all nodes and remembers what it has seen. */
  public static VeritasTestClient inOneSession(VeritasCluster cluster) {
    return new VeritasTestClient(cluster, OPTIONS.withReads(ReadLevel.SESSION), 1);
  }

  /** A client for each node, none of which knows what another has seen. */
  public static VeritasTestClient linearizable(VeritasCluster cluster) {
    return new VeritasTestClient(
        cluster, OPTIONS.withReads(ReadLevel.LINEARIZABLE), cluster.nodes());
  }

  /** A session of a client of the whole cluster. */
  public Session session(int node) {
    return all.get(node % all.size()).session(node);
  }

  @Override
  public Outcome put(int node, String key, String value) {
    return write(node, txn -> txn.put(table, key, Map.of(FIELD, value.getBytes(UTF_8))));
  }

  @Override
  public Outcome delete(int node, String key) {
    return write(node, txn -> txn.delete(table, key));
  }

  /** What a transaction does before it is committed. */
  private interface Step {
    void on(Txn txn);
  }

  private Outcome write(int node, Step step) {
    CommitResult result;
    try {
      Txn txn = session(node).begin();
      step.on(txn);
      result = txn.commit();
    } catch (VeritasException.Unavailable e) {
      // This means that nothing was sent, also if a commit throws it.
      return Outcome.NOT_TRIED;
    }
    return switch (result.status()) {
      case COMMITTED -> Outcome.COMMITTED;
      case ABORTED -> Outcome.ABORTED;
      case ACCEPTED, UNKNOWN -> Outcome.UNKNOWN;
    };
  }

  @Override
  public Optional<String> get(int node, String key) {
    return session(node).get(table, key).map(VeritasTestClient::text);
  }

  @Override
  public Optional<String> getFrom(int node, String key) {
    return each.get(node).session().get(table, key).map(VeritasTestClient::text);
  }

  private static String text(VeritasRecord record) {
    return new String(record.fields().get(FIELD), UTF_8);
  }

  @Override
  public Optional<TransactionRecord> transact(
      int node, Collection<String> read, Collection<String> written) {
    long invoked = System.nanoTime();
    Map<String, Long> reads = new TreeMap<>();
    Txn txn;
    try {
      txn = session(node).begin();
      for (String key : read) {
        reads.put(key, txn.get(table, key).map(VeritasRecord::version).orElse(0L));
      }
    } catch (VeritasException.Unavailable e) {
      return Optional.empty();
    }
    for (String key : written) {
      txn.put(table, key, Map.of(FIELD, txn.id().toString().getBytes(UTF_8)));
    }
    String id = written.isEmpty() ? "reader-" + invoked : "t" + txn.id().timestamp();
    CommitResult result = commit(txn);
    TransactionRecord.Outcome outcome = outcome(result);
    boolean isUnknown = outcome == TransactionRecord.Outcome.UNKNOWN;
    if (isUnknown && versionsArePlaces && !written.isEmpty()) {
      unknown.put(id, txn.id());
    }
    Map<String, Long> writes = new TreeMap<>();
    written.forEach(key -> writes.put(key, version(txn.id(), result)));
    long completed = isUnknown ? Operation.NEVER : System.nanoTime();
    return Optional.of(new TransactionRecord(id, outcome, reads, writes, invoked, completed));
  }

  private static CommitResult commit(Txn txn) {
    try {
      return txn.commit();
    } catch (VeritasException.Unavailable e) {
      return new CommitResult(
          CommitResult.Status.UNKNOWN, txn.id(), Optional.empty(), 0, 0, e.getMessage());
    }
  }

  private static TransactionRecord.Outcome outcome(CommitResult result) {
    return switch (result.status()) {
      case COMMITTED -> TransactionRecord.Outcome.COMMITTED;
      case ABORTED -> TransactionRecord.Outcome.ABORTED;
      case ACCEPTED, UNKNOWN -> TransactionRecord.Outcome.UNKNOWN;
    };
  }

  /** The version of a transaction's writes; without a place, one that nobody has read. */
  private long version(TransactionId id, CommitResult result) {
    if (!versionsArePlaces) {
      return id.timestamp();
    }
    return result.height() == 0 ? NOWHERE : (result.height() << INDEX_BITS) + result.index();
  }

  @Override
  public TransactionRecord settled(TransactionRecord transaction) {
    TransactionId id = unknown.get(transaction.id());
    if (id == null) {
      return transaction;
    }
    CommitResult result = session(0).query(id);
    Map<String, Long> writes = new TreeMap<>();
    transaction.writes().keySet().forEach(key -> writes.put(key, version(id, result)));
    return new TransactionRecord(
        transaction.id(),
        outcome(result),
        transaction.reads(),
        writes,
        transaction.invokedNanos(),
        transaction.completedNanos());
  }

  @Override
  public Position position(int node) {
    StatusReply status = each.get(node).session().status();
    return new Position(
        status.getDecidedHeight(), HexFormat.of().formatHex(status.getStateRoot().toByteArray()));
  }

  @Override
  public void close() {
    all.forEach(VeritasClient::close);
    each.forEach(VeritasClient::close);
  }
}
