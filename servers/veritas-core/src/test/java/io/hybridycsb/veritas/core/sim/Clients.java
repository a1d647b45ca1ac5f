package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The clients: what they ask, what they were told, and whether that can be true. */
final class Clients {
  private static final long FOR_EVER = Long.MAX_VALUE;

  private final Random random;
  private final Audit audit;
  private final TransactionChecker checker;
  private final LongSupplier clock;
  private final List<ByteKey> keys = new ArrayList<>();
  private final Readers readers;

  /** By the hash of the body, since two may have one id. */
  private final Map<ByteKey, CheckedTransaction> undecided = new LinkedHashMap<>();

  private final List<CheckedTransaction> decided = new ArrayList<>();
  private final Set<TransactionId> used = new HashSet<>();
  private final Map<ByteKey, Told> told = new LinkedHashMap<>();
  private long timestamp;

  /** What a client knows of a transaction. */
  record Told(TransactionId id, Outcome outcome) {}

  Clients(
      Random random,
      Audit audit,
      TransactionChecker checker,
      LongSupplier clock,
      int keyCount,
      boolean linearizable) {
    this.random = random;
    this.audit = audit;
    this.checker = checker;
    this.clock = clock;
    for (int i = 0; i < keyCount; i++) {
      keys.add(new ByteKey(StateKey.of(Readers.TABLE, "k" + i)));
    }
    readers = new Readers(random, audit, this::deadlineNanos, linearizable);
  }

  int undecided() {
    return undecided.size();
  }

  Map<ByteKey, Told> told() {
    return told;
  }

  /** One client does something at a node that serves. */
  void act(SimulatedNode node) {
    switch (random.nextInt(14)) {
      case 0, 1 -> begin(node, ++timestamp, Map.of(), List.of(write(anyKey(), Write.Kind.PUT)));
      case 2, 3 -> begin(node, ++timestamp, Map.of(), List.of(write(anyKey(), Write.Kind.MERGE)));
      case 4 -> begin(node, ++timestamp, Map.of(), List.of(write(anyKey(), Write.Kind.DELETE)));
      case 5, 6 -> readModifyWrite(node);
      case 7 -> readers.readOnly(node, someKeys());
      case 8 -> readers.scan(node);
      case 9 -> readers.get(node, someKeys(), versions -> {});
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
    SigningKey client = TestKeys.client(1);
    begin(node, sign(body(++timestamp, client, Map.of(), List.of(merge(key))), client), FOR_EVER);
  }

  /** Merges a field that no other write has, so that the record keeps all of its fields. */
  private static Write merge(ByteKey key) {
    return write(key, Write.Kind.MERGE, Map.of("new", new byte[] {'1'}));
  }

  private void begin(SimulatedNode node, long ts, Map<ByteKey, Long> versions, List<Write> writes) {
    SigningKey key = TestKeys.client(1 + random.nextInt(2));
    begin(node, sign(body(ts, key, versions, writes), key), deadlineNanos());
  }

  private void begin(SimulatedNode node, CheckedTransaction transaction, long deadlineNanos) {
    assertThat(transaction.fault()).isNull();
    undecided.put(hash(transaction), transaction);
    used.add(transaction.id());
    submit(node, transaction, deadlineNanos);
  }

  /** By what a transaction is told from another one with its id. */
  private static ByteKey hash(CheckedTransaction transaction) {
    return new ByteKey(transaction.leafHash());
  }

  /**
   * A write with the timestamp of another client's, as from an oracle that gives them out twice.
   */
  private void repeatTimestamp(SimulatedNode node) {
    for (CheckedTransaction before : List.copyOf(undecided.values())) {
      for (int client = 1; client <= 2; client++) {
        SigningKey key = TestKeys.client(client);
        if (!used.contains(TransactionId.of(before.timestamp(), key.publicKey()))) {
          ByteKey written = before.writes().isEmpty() ? anyKey() : before.writes().get(0).key();
          List<Write> writes = List.of(write(written, Write.Kind.PUT));
          CheckedTransaction same = sign(body(before.timestamp(), key, Map.of(), writes), key);
          begin(node, same, deadlineNanos());
          return;
        }
      }
    }
  }

  /** Another transaction of a client under an id that it has used: only one of them may count. */
  private void reuseId(SimulatedNode node) {
    sentBefore()
        .ifPresent(
            before -> {
              SigningKey key = TestKeys.client(1);
              if (!TransactionId.of(before.timestamp(), key.publicKey()).equals(before.id())) {
                key = TestKeys.client(2);
              }
              List<Write> writes = List.of(write(anyKey(), Write.Kind.PUT));
              CheckedTransaction other = sign(body(before.timestamp(), key, Map.of(), writes), key);
              assertThat(other.id()).isEqualTo(before.id());
              begin(node, other, deadlineNanos());
            });
  }

  private void readModifyWrite(SimulatedNode node) {
    long ts = ++timestamp;
    Set<ByteKey> readKeys = someKeys();
    readers.get(
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

  /** Sends a transaction again, decided or not. */
  private void resubmit(SimulatedNode node) {
    sentBefore().ifPresent(transaction -> submit(node, transaction, deadlineNanos()));
  }

  private Optional<CheckedTransaction> sentBefore() {
    List<CheckedTransaction> from =
        random.nextInt(4) == 0 ? decided : List.copyOf(undecided.values());
    return from.isEmpty() ? Optional.empty() : Optional.of(from.get(random.nextInt(from.size())));
  }

  /** Sends all that is undecided again, and waits for the answers. */
  void resubmitAll(SimulatedNode node) {
    List.copyOf(undecided.values()).forEach(transaction -> submit(node, transaction, FOR_EVER));
  }

  private void submit(SimulatedNode node, CheckedTransaction transaction, long deadlineNanos) {
    node.submit(
        transaction,
        deadlineNanos,
        response -> {
          if (response.hasCommit()) {
            decided(node, transaction, response.getCommit());
          }
        });
  }

  /** Some clients have more patience than others. */
  private long deadlineNanos() {
    return clock.getAsLong() + TimeUnit.MILLISECONDS.toNanos(10L << random.nextInt(11));
  }

  private void decided(SimulatedNode node, CheckedTransaction transaction, CommitReply reply) {
    if (node.isTampered()) {
      return;
    }
    Outcome outcome = reply.getOutcome();
    audit.checkReply(transaction, reply);
    Told before = told.put(hash(transaction), new Told(transaction.id(), outcome));
    assertThat(before == null || before.outcome() == outcome)
        .as("%s told %s of %s, and before that %s", node, outcome, transaction.id(), before)
        .isTrue();
    readers.saw(reply.getHeight());
    if (undecided.remove(hash(transaction)) != null) {
      decided.add(transaction);
    }
  }

  /** Something that only a node which checks nothing lets into its block. */
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
    node.forgeBlock(List.of(faulty));
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
            (random.nextInt(1000) + "x".repeat(random.nextInt(40) == 0 ? random.nextInt(9000) : 0))
                .getBytes(StandardCharsets.US_ASCII));
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
