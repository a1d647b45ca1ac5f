package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.read.ReadGate;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.Fields;
import io.hybridycsb.veritas.model.StateKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/** The clients: what they ask, what they were told, and whether that can be true. */
final class Clients {
  private static final String TABLE = "t";
  private static final byte[] FIRST = StateKey.of(TABLE, "");
  private static final byte[] END = StateKey.endOf(TABLE);

  private final Random random;
  private final Audit audit;
  private final TransactionChecker checker;
  private final List<ByteKey> keys = new ArrayList<>();
  private final boolean linearizable;

  private final Map<TransactionId, CheckedTransaction> undecided = new LinkedHashMap<>();
  private final List<CheckedTransaction> decided = new ArrayList<>();
  private final Map<TransactionId, Outcome> told = new HashMap<>();
  private final List<WaitingRead> reads = new ArrayList<>();
  private long timestamp;

  /** Everything decided up to this height has been seen by some client, or could have been. */
  private long seenHeight;

  private static final class WaitingRead {
    SimulatedNode node;
    ReadGate life;
    boolean open;
    Runnable then;
  }

  Clients(
      Random random, Audit audit, TransactionChecker checker, int keyCount, boolean linearizable) {
    this.random = random;
    this.audit = audit;
    this.checker = checker;
    this.linearizable = linearizable;
    for (int i = 0; i < keyCount; i++) {
      keys.add(new ByteKey(StateKey.of(TABLE, "k" + i)));
    }
  }

  int undecided() {
    return undecided.size();
  }

  Map<TransactionId, Outcome> told() {
    return told;
  }

  /** One client does something at a node that serves. */
  void act(SimulatedNode node) {
    switch (random.nextInt(14)) {
      case 0, 1 -> begin(node, ++timestamp, Map.of(), List.of(write(anyKey(), Write.Kind.PUT)));
      case 2, 3 -> begin(node, ++timestamp, Map.of(), List.of(write(anyKey(), Write.Kind.MERGE)));
      case 4 -> begin(node, ++timestamp, Map.of(), List.of(write(anyKey(), Write.Kind.DELETE)));
      case 5, 6 -> readModifyWrite(node);
      case 7 -> readOnly(node);
      case 8 -> scan(node);
      case 9 -> get(node, someKeys(), versions -> {});
      case 10 -> resubmit(node);
      case 11 -> repeatTimestamp(node);
      case 12 -> reuseId(node);
      default -> submitFaulty(node);
    }
  }

  /** A key that holds a record, if there is one. */
  Optional<ByteKey> presentKey() {
    return audit.state(audit.height()).keySet().stream().findFirst();
  }

  void merge(SimulatedNode node, ByteKey key) {
    begin(node, ++timestamp, Map.of(), List.of(merge(key)));
  }

  /** Merges a field that no other write has, so that the record keeps all of its fields. */
  private static Write merge(ByteKey key) {
    return write(key, Write.Kind.MERGE, Map.of("new", new byte[] {'1'}));
  }

  private void begin(SimulatedNode node, long ts, Map<ByteKey, Long> versions, List<Write> writes) {
    SigningKey key = TestKeys.client(1 + random.nextInt(2));
    begin(node, sign(body(ts, key, versions, writes), key));
  }

  /**
   * A write with the timestamp of another client's, as from an oracle that gives them out twice.
   */
  private void repeatTimestamp(SimulatedNode node) {
    for (CheckedTransaction before : List.copyOf(undecided.values())) {
      for (int client = 1; client <= 2; client++) {
        SigningKey key = TestKeys.client(client);
        TransactionId id = TransactionId.of(before.timestamp(), key.publicKey());
        if (!undecided.containsKey(id) && !told.containsKey(id)) {
          ByteKey written = before.writes().isEmpty() ? anyKey() : before.writes().get(0).key();
          List<Write> writes = List.of(write(written, Write.Kind.PUT));
          begin(node, sign(body(before.timestamp(), key, Map.of(), writes), key));
          return;
        }
      }
    }
  }

  /** Another transaction of a client under an id that it has used; it must never count. */
  private void reuseId(SimulatedNode node) {
    if (!decided.isEmpty()) {
      long used = decided.get(random.nextInt(decided.size())).timestamp();
      SigningKey key = TestKeys.client(1 + random.nextInt(2));
      if (told.containsKey(TransactionId.of(used, key.publicKey()))) {
        List<Write> writes = List.of(write(anyKey(), Write.Kind.PUT));
        node.submit(sign(body(used, key, Map.of(), writes), key));
      }
    }
  }

  private void begin(SimulatedNode node, CheckedTransaction transaction) {
    assertThat(transaction.fault()).isNull();
    undecided.put(transaction.id(), transaction);
    node.submit(transaction);
  }

  private void readModifyWrite(SimulatedNode node) {
    long ts = ++timestamp;
    Set<ByteKey> readKeys = someKeys();
    get(
        node,
        readKeys,
        versions -> {
          List<Write> writes = new ArrayList<>();
          for (ByteKey key : random.nextBoolean() ? readKeys : someKeys()) {
            writes.add(write(key, Write.Kind.forNumber(random.nextInt(3))));
          }
          begin(node, ts, versions, writes);
        });
  }

  private void readOnly(SimulatedNode node) {
    get(
        node,
        someKeys(),
        versions -> {
          long seen = seenHeight;
          await(node, versions.keySet(), () -> checkReads(node, versions, seen));
        });
  }

  private void checkReads(SimulatedNode node, Map<ByteKey, Long> versions, long seenBefore) {
    List<CheckedTransaction.Read> checked =
        versions.entrySet().stream()
            .map(entry -> new CheckedTransaction.Read(entry.getKey(), entry.getValue()))
            .toList();
    if (node.replica().areCurrent(checked) && !node.isTampered()) {
      long from = linearizable ? seenBefore : 0;
      for (long height = from; height <= audit.height(); height++) {
        Map<ByteKey, ModelValue> state = audit.state(height);
        if (versions.entrySet().stream()
            .allMatch(e -> ModelValue.version(state.get(e.getKey())) == e.getValue())) {
          return;
        }
      }
      throw new AssertionError(
          "%s says that %s were current, but never since height %d"
              .formatted(node, versions, from));
    }
  }

  private void get(SimulatedNode node, Set<ByteKey> readKeys, Consumer<Map<ByteKey, Long>> then) {
    long seenBefore = seenHeight;
    List<ByteKey> order = List.copyOf(readKeys);
    await(
        node,
        order,
        () -> {
          List<byte[]> values =
              node.stateStore().getAll(order.stream().map(ByteKey::bytes).toList());
          Map<ByteKey, Long> versions = new LinkedHashMap<>();
          for (int i = 0; i < values.size(); i++) {
            checkRead(node, order.get(i), values.get(i), seenBefore);
            versions.put(order.get(i), StateValue.version(values.get(i)));
          }
          then.accept(versions);
        });
  }

  private void scan(SimulatedNode node) {
    long seenBefore = seenHeight;
    await(
        node,
        node.gate().closedBetween(FIRST, END),
        () -> {
          Map<ByteKey, byte[]> found = new HashMap<>();
          for (StateEntry entry : node.stateStore().scan(FIRST, END, 1000)) {
            found.put(new ByteKey(entry.key()), entry.value());
          }
          keys.forEach(key -> checkRead(node, key, found.get(key), seenBefore));
        });
  }

  private void await(SimulatedNode node, java.util.Collection<ByteKey> readKeys, Runnable then) {
    WaitingRead read = new WaitingRead();
    read.node = node;
    read.life = node.gate();
    read.then = then;
    reads.add(read);
    node.gate().whenOpen(readKeys, () -> read.open = true);
  }

  /** Answers one of the reads that may be answered. */
  void answerRead() {
    reads.removeIf(read -> !read.node.isRunning() || read.node.gate() != read.life);
    List<WaitingRead> open = reads.stream().filter(read -> read.open).toList();
    if (open.isEmpty()) {
      return;
    }
    WaitingRead read = open.get(random.nextInt(open.size()));
    reads.remove(read);
    try {
      read.then.run();
    } catch (StateLostException e) {
      // The node answers that it can't; the client knows nothing new.
      assertThat(read.node.hasLostState()).isTrue();
    } catch (SimulatedCrash e) {
      read.node.crash();
    }
  }

  /**
   * A read tells a value that the key had at some decided height, and if reads are linearizable, at
   * none before what any client had been told when it asked.
   */
  private void checkRead(SimulatedNode node, ByteKey key, byte[] value, long seenBefore) {
    if (node.isTampered()) {
      return;
    }
    for (long height = linearizable ? seenBefore : 0; height <= audit.height(); height++) {
      ModelValue then = audit.state(height).get(key);
      if (Arrays.equals(value, then == null ? null : then.encode())) {
        seenHeight = Math.max(seenHeight, height);
        return;
      }
    }
    throw new AssertionError(
        "%s answers version %d of %s, which it has not had since height %d"
            .formatted(node, StateValue.version(value), key, seenBefore));
  }

  /** Sends a transaction again, decided or not. */
  private void resubmit(SimulatedNode node) {
    List<CheckedTransaction> from =
        random.nextInt(4) == 0 ? decided : List.copyOf(undecided.values());
    if (!from.isEmpty()) {
      node.submit(from.get(random.nextInt(from.size())));
    }
  }

  void resubmitAll(SimulatedNode node) {
    undecided.values().forEach(node::submit);
  }

  void decided(SimulatedNode node, Decision decision) {
    if (node.isTampered()) {
      return;
    }
    Outcome outcome = Outcome.forNumber(decision.location().outcome());
    audit.checkDecision(decision, outcome);
    Outcome before = told.put(decision.id(), outcome);
    assertThat(before == null || before == outcome)
        .as("%s told %s of %s, and before that %s", node, outcome, decision.id(), before)
        .isTrue();
    seenHeight = Math.max(seenHeight, decision.location().height());
    CheckedTransaction transaction = undecided.remove(decision.id());
    if (transaction != null) {
      decided.add(transaction);
    }
  }

  /** Something that a node which checks nothing lets into its block. */
  private void submitFaulty(SimulatedNode node) {
    SigningKey key = TestKeys.client(1);
    SigningKey stranger = TestKeys.stranger();
    List<Write> writes = List.of(write(anyKey(), Write.Kind.PUT));
    Write cut = writes.get(0).toBuilder().setFields(ByteString.copyFromUtf8("\0")).build();
    CheckedTransaction faulty =
        switch (random.nextInt(5)) {
          case 0 -> sign(body(++timestamp, key, Map.of(), writes), stranger);
          case 1 -> sign(body(++timestamp, stranger, Map.of(), writes), stranger);
          case 2 -> sign(new byte[] {1, 2, 3}, key);
          case 3 -> sign(body(++timestamp, key, Map.of(), List.of(cut)), key);
          default -> sign(body(-1, key, Map.of(), writes), key);
        };
    assertThat(faulty.fault()).isNotNull();
    node.submit(faulty);
  }

  private CheckedTransaction sign(byte[] body, SigningKey key) {
    return checker.check(TestTransactions.sign(key, body));
  }

  private static byte[] body(
      long ts, SigningKey key, Map<ByteKey, Long> versions, List<Write> writes) {
    TransactionBody.Builder body = TestTransactions.at(ts, key).body().addAllWrites(writes);
    versions.forEach(
        (k, version) ->
            body.addReads(
                ReadVersion.newBuilder()
                    .setKey(ByteString.copyFrom(k.bytes()))
                    .setVersion(version)));
    return body.build().toByteArray();
  }

  private Write write(ByteKey key, Write.Kind kind) {
    Map<String, byte[]> fields = new HashMap<>();
    if (kind != Write.Kind.DELETE) {
      for (int i = random.nextInt(2); i >= 0; i--) {
        fields.put(
            "f" + random.nextInt(3),
            Integer.toString(random.nextInt(1000)).getBytes(StandardCharsets.US_ASCII));
      }
    }
    return write(key, kind, fields);
  }

  private static Write write(ByteKey key, Write.Kind kind, Map<String, byte[]> fields) {
    return Write.newBuilder()
        .setKey(ByteString.copyFrom(key.bytes()))
        .setKind(kind)
        .setFields(ByteString.copyFrom(Fields.encode(fields)))
        .build();
  }

  private ByteKey anyKey() {
    return keys.get(random.nextInt(keys.size()));
  }

  private Set<ByteKey> someKeys() {
    Set<ByteKey> some = new LinkedHashSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      some.add(anyKey());
    }
    return some;
  }
}
