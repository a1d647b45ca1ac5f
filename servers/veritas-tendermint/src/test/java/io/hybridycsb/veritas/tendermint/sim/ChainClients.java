package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.QueryRequest;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import io.hybridycsb.veritas.tendermint.sim.ChainReads.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The clients: what they commit, what they were told, and whether that can be true. */
final class ChainClients {
  private final Random random;
  private final ChainAudit audit;
  private final ChainReads reads;
  private final int fieldBytesMax;
  private final List<ByteKey> keys = new ArrayList<>();
  private final Map<ByteKey, Sent> undecided = new LinkedHashMap<>();
  private final Map<ByteKey, Sent> decided = new LinkedHashMap<>();
  private final Map<ByteKey, String> told = new LinkedHashMap<>();
  private final Session[] sessions = {new Session(), new Session(), new Session()};
  private long number;

  /** A transaction that was sent to some node; {@code hash} is that of its body. */
  private record Sent(Transaction message, TransactionId id, ByteKey hash) {}

  ChainClients(Random random, ChainAudit audit, int keyCount, int fieldBytesMax) {
    this.random = random;
    this.audit = audit;
    this.fieldBytesMax = fieldBytesMax;
    for (int i = 0; i < keyCount; i++) {
      keys.add(new ByteKey(StateKey.of(ChainReads.TABLE, "k" + i)));
    }
    reads = new ChainReads(random, audit, keys);
  }

  int undecided() {
    return undecided.size();
  }

  Map<ByteKey, String> told() {
    return told;
  }

  /** One client does something at a node that serves. */
  void act(ChainNode node) {
    Session session = sessions[random.nextInt(sessions.length)];
    switch (random.nextInt(15)) {
      case 0, 1 -> commit(node, session, make(++number, Map.of(), Write.Kind.PUT));
      case 2, 3 -> commit(node, session, make(++number, Map.of(), Write.Kind.MERGE));
      case 4 -> commit(node, session, make(++number, Map.of(), Write.Kind.DELETE));
      case 5, 6, 7 -> readModifyWrite(node, session);
      case 8 -> reads.get(node, session, someKeys(), versions -> reads.check(node, versions));
      case 9 -> reads.scan(node, session);
      case 10 -> resubmit(node, session);
      case 11 -> repeatNumber(node, session);
      case 12 -> query(node, session);
      case 13 -> {
        if (node.isRunning()) {
          reads.ask(node, anyKey());
        }
      }
      default -> reads.get(node, session, someKeys(), versions -> {});
    }
  }

  private SigningKey anyClient() {
    return TestKeys.client(1 + random.nextInt(2));
  }

  private Sent make(long ts, Map<ByteKey, Long> versions, Write.Kind kind) {
    List<Write> writes = new ArrayList<>();
    for (ByteKey key : random.nextInt(3) == 0 ? someKeys() : Set.of(anyKey())) {
      writes.add(write(key, kind));
    }
    return sign(anyClient(), ts, versions, writes);
  }

  private static Sent sign(
      SigningKey client, long ts, Map<ByteKey, Long> versions, List<Write> writes) {
    TransactionBody.Builder body = TestTransactions.at(ts, client).body().addAllWrites(writes);
    versions.forEach(
        (key, version) ->
            body.addReads(
                ReadVersion.newBuilder()
                    .setKey(ByteString.copyFrom(key.bytes()))
                    .setVersion(version)));
    byte[] bytes = body.build().toByteArray();
    return new Sent(
        TestTransactions.sign(client, bytes),
        TransactionId.of(ts, client.publicKey()),
        new ByteKey(MerkleTree.leaf(bytes)));
  }

  /** A transaction that no client asks a node for. */
  Transaction unasked() {
    return make(++number, Map.of(), Write.Kind.MERGE).message();
  }

  /** A transaction that some node was asked for, decided or not. */
  Transaction asked() {
    List<Sent> all = new ArrayList<>(undecided.values());
    if (all.isEmpty() || random.nextInt(3) == 0) {
      all.addAll(decided.values());
    }
    return all.isEmpty() ? unasked() : all.get(random.nextInt(all.size())).message();
  }

  /** The number of a transaction before, of the same client with another body, or of another's. */
  private void repeatNumber(ChainNode node, Session session) {
    List<Sent> before = new ArrayList<>(undecided.values());
    if (before.isEmpty() || random.nextBoolean()) {
      before.addAll(decided.values());
    }
    if (!before.isEmpty()) {
      long used = before.get(random.nextInt(before.size())).id().timestamp();
      commit(node, session, make(used, Map.of(), Write.Kind.PUT));
    }
  }

  private void commit(ChainNode node, Session session, Sent sent) {
    undecided.put(sent.hash(), sent);
    decided.remove(sent.hash());
    CommitRequest.Builder commit =
        CommitRequest.newBuilder().setTransaction(sent.message()).setAsync(random.nextInt(8) == 0);
    node.call(
        Request.newBuilder().setCommit(commit),
        random.nextInt(10) == 0 ? past() : ChainReads.later(),
        response -> {
          if (response.hasFailure()) {
            refused(sent, response.getFailure());
          } else if (response.getCommit().getOutcome() != Outcome.OUTCOME_UNSPECIFIED) {
            answered(node, session, sent, response.getCommit());
          }
        });
  }

  /** A time by which an answer is late in any case. */
  private static long past() {
    return System.nanoTime() - 1;
  }

  /** Only a transaction that no node takes is given up. */
  private void refused(Sent sent, Failure failure) {
    if (failure.getCode() == Failure.Code.INVALID) {
      undecided.remove(sent.hash());
    }
  }

  private void answered(ChainNode node, Session session, Sent sent, CommitReply reply) {
    audit.told(node, sent.id(), sent.hash().bytes(), reply);
    session.sees(reply.getHeight());
    undecided.remove(sent.hash());
    decided.put(sent.hash(), sent);
    String before = told.put(sent.hash(), reply.toString());
    assertThat(before == null || before.equals(reply.toString()))
        .as("%s says %s of %s, and before that was said %s", node, reply, sent.id(), before)
        .isTrue();
  }

  private void resubmit(ChainNode node, Session session) {
    List<Sent> from = List.copyOf(random.nextInt(4) == 0 ? decided.values() : undecided.values());
    if (!from.isEmpty()) {
      commit(node, session, from.get(random.nextInt(from.size())));
    }
  }

  void resubmitAll(ChainNode node) {
    List.copyOf(undecided.values()).forEach(sent -> commit(node, sessions[0], sent));
  }

  private void query(ChainNode node, Session session) {
    List<Sent> all = new ArrayList<>(undecided.values());
    all.addAll(decided.values());
    if (all.isEmpty()) {
      return;
    }
    Sent sent = all.get(random.nextInt(all.size()));
    QueryRequest.Builder query =
        QueryRequest.newBuilder()
            .setTransactionId(ByteString.copyFrom(sent.id().encode()))
            .setBodyHash(ByteString.copyFrom(sent.hash().bytes()));
    node.call(
        Request.newBuilder().setQuery(query),
        ChainReads.later(),
        response -> {
          if (response.getQuery().getOutcome() != Outcome.OUTCOME_UNSPECIFIED) {
            answered(node, session, sent, response.getQuery());
          }
        });
  }

  private void readModifyWrite(ChainNode node, Session session) {
    long ts = ++number;
    reads.get(
        node,
        session,
        someKeys(),
        versions -> {
          if (node.isServing()) {
            Write.Kind kind = Write.Kind.forNumber(random.nextInt(3));
            commit(node, session, make(ts, versions, kind));
          }
        });
  }

  private Write write(ByteKey key, Write.Kind kind) {
    Map<String, byte[]> fields = new HashMap<>();
    if (kind != Write.Kind.DELETE) {
      for (int i = random.nextInt(2); i >= 0; i--) {
        boolean isLong = random.nextInt(4) == 0;
        byte[] value = new byte[isLong ? random.nextInt(fieldBytesMax) : random.nextInt(4)];
        random.nextBytes(value);
        fields.put("f" + random.nextInt(4), value);
      }
    }
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
