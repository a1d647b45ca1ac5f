package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** The clients as readers: what they were shown, and whether that can be true. */
final class Readers {
  static final String TABLE = "t";
  private static final ByteString FIRST = ByteString.copyFrom(StateKey.of(TABLE, ""));
  private static final ByteString END = ByteString.copyFrom(StateKey.endOf(TABLE));

  private final Random random;
  private final Audit audit;
  private final LongSupplier deadline;
  private final boolean linearizable;

  /** The newest height that some client has been told of. */
  private long seenHeight;

  /** A read that is on its way: the height its session asks for, and the height it may not miss. */
  private record Asked(SimulatedNode node, long minHeight, long seenBefore) {}

  Readers(Random random, Audit audit, LongSupplier deadline, boolean linearizable) {
    this.random = random;
    this.audit = audit;
    this.deadline = deadline;
    this.linearizable = linearizable;
  }

  /** A client has been told of a height. */
  void saw(long height) {
    seenHeight = Math.max(seenHeight, height);
  }

  /** Reads keys and hands over their versions. */
  void get(SimulatedNode node, Set<ByteKey> keys, Consumer<Map<ByteKey, Long>> then) {
    Asked asked = ask(node);
    List<ByteKey> order = List.copyOf(keys);
    GetRequest.Builder get = GetRequest.newBuilder().setMinHeight(asked.minHeight());
    order.forEach(key -> get.addKeys(ByteString.copyFrom(key.bytes())));
    node.read(
        Request.newBuilder().setGet(get),
        deadline.getAsLong(),
        response -> {
          if (response.hasGet()) {
            GetReply reply = response.getGet();
            Map<ByteKey, ByteString> found = new LinkedHashMap<>();
            Map<ByteKey, Long> versions = new LinkedHashMap<>();
            for (int i = 0; i < order.size(); i++) {
              ByteString value = reply.getValues(i);
              found.put(order.get(i), value);
              versions.put(order.get(i), version(value));
            }
            check(
                asked,
                found,
                state ->
                    found.entrySet().stream()
                        .allMatch(e -> value(state.get(e.getKey())).equals(e.getValue())),
                reply.getHeight(),
                reply.getNewestHeight());
            then.accept(versions);
          }
        });
  }

  private static long version(ByteString value) {
    return StateValue.version(value.isEmpty() ? null : value.toByteArray());
  }

  private static ByteString value(ModelValue record) {
    return record == null ? ByteString.EMPTY : ByteString.copyFrom(record.encode());
  }

  void scan(SimulatedNode node) {
    Asked asked = ask(node);
    int limit = 1 + random.nextInt(8);
    ScanRequest.Builder scan =
        ScanRequest.newBuilder()
            .setFrom(FIRST)
            .setTo(END)
            .setLimit(limit)
            .setMinHeight(asked.minHeight());
    node.read(
        Request.newBuilder().setScan(scan),
        deadline.getAsLong(),
        response -> {
          if (response.hasScan()) {
            ScanReply reply = response.getScan();
            Map<ByteKey, ByteString> found = new LinkedHashMap<>();
            for (int i = 0; i < reply.getKeysCount(); i++) {
              found.put(new ByteKey(reply.getKeys(i).toByteArray()), reply.getValues(i));
            }
            check(
                asked,
                found,
                state -> firstOf(state, limit).equals(found),
                reply.getHeight(),
                reply.getNewestHeight());
          }
        });
  }

  private static Map<ByteKey, ByteString> firstOf(Map<ByteKey, ModelValue> state, int limit) {
    Map<ByteKey, ByteString> first = new LinkedHashMap<>();
    state.entrySet().stream().limit(limit).forEach(e -> first.put(e.getKey(), value(e.getValue())));
    return first;
  }

  /** What a session has seen it never loses sight of; other reads don't say what they have seen. */
  private Asked ask(SimulatedNode node) {
    long minHeight = random.nextBoolean() ? seenHeight : 0;
    return new Asked(node, minHeight, linearizable ? seenHeight : minHeight);
  }

  /**
   * A read shows the state of one height, which is among those that the node names, and none before
   * its session's. If reads are linearizable, that could also be one that isn't older than what any
   * client had been told when it was asked.
   */
  private void check(
      Asked asked,
      Map<ByteKey, ByteString> found,
      Predicate<Map<ByteKey, ModelValue>> isShownBy,
      long height,
      long newest) {
    if (asked.node().isTampered()) {
      return;
    }
    assertThat(height)
        .as("height that %s answers of, newest %d", asked.node(), newest)
        .isBetween(asked.minHeight(), newest);
    assertThat(isOf(isShownBy, height, newest))
        .as(
            "%s shows the state of one of the heights %d to %d: %s",
            asked.node(), height, newest, found)
        .isTrue();
    assertThat(isOf(isShownBy, asked.seenBefore(), Math.max(newest, asked.seenBefore())))
        .as("%s shows nothing older than height %d: %s", asked.node(), asked.seenBefore(), found)
        .isTrue();
    saw(newest);
  }

  private boolean isOf(Predicate<Map<ByteKey, ModelValue>> isShownBy, long from, long to) {
    return LongStream.rangeClosed(from, to).anyMatch(h -> isShownBy.test(audit.state(h)));
  }

  /** Reads keys, and asks whether that was all of one instant. */
  void readOnly(SimulatedNode node, Set<ByteKey> keys) {
    get(
        node,
        keys,
        versions -> {
          long seen = seenHeight;
          List<CheckedTransaction.Read> reads =
              versions.entrySet().stream()
                  .map(entry -> new CheckedTransaction.Read(entry.getKey(), entry.getValue()))
                  .toList();
          node.checkReads(
              reads, deadline.getAsLong(), response -> checked(node, versions, seen, response));
        });
  }

  private void checked(
      SimulatedNode node, Map<ByteKey, Long> versions, long seenBefore, Response response) {
    if (response.getCheckReads().getCurrent() && !node.isTampered()) {
      long from = linearizable ? seenBefore : 0;
      boolean current =
          isOf(
              state ->
                  versions.entrySet().stream()
                      .allMatch(e -> ModelValue.version(state.get(e.getKey())) == e.getValue()),
              from,
              audit.height());
      assertThat(current)
          .as("%s says that %s were current; they were so since height %d", node, versions, from)
          .isTrue();
    }
  }
}
