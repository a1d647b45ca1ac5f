package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.core.sim.ModelValue;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The reads of clients, and whether what they show can be true. */
final class ChainReads {
  static final String TABLE = "t";

  /** The code of a query that can't be answered now. */
  private static final int UNAVAILABLE = 3;

  private final Random random;
  private final ChainAudit audit;
  private final List<ByteKey> keys;

  /** The ledger's height that a client has seen. */
  static final class Session {
    long seen;

    void sees(long height) {
      seen = Math.max(seen, height);
    }
  }

  /**
   * @param keys all that clients write
   */
  ChainReads(Random random, ChainAudit audit, List<ByteKey> keys) {
    this.random = random;
    this.audit = audit;
    this.keys = keys;
  }

  /** A time by which everything is answered. */
  static long later() {
    return System.nanoTime() + TimeUnit.HOURS.toNanos(1);
  }

  /** Reads some records, and hands on their versions. */
  void get(
      ChainNode node, Session session, Set<ByteKey> wanted, Consumer<Map<ByteKey, Long>> then) {
    long least = random.nextBoolean() ? session.seen : 0;
    GetRequest.Builder get = GetRequest.newBuilder().setMinHeight(least);
    List<ByteKey> order = List.copyOf(wanted);
    order.forEach(key -> get.addKeys(ByteString.copyFrom(key.bytes())));
    node.call(
        Request.newBuilder().setGet(get),
        later(),
        response -> {
          if (isRefused(node, response)) {
            return;
          }
          GetReply reply = response.getGet();
          assertThat(reply.getHeight()).as("height of a read").isGreaterThanOrEqualTo(least);
          session.sees(reply.getHeight());
          Map<ByteKey, Long> versions = new LinkedHashMap<>();
          for (int i = 0; i < order.size(); i++) {
            byte[] value = reply.getValues(i).toByteArray();
            byte[] present = value.length == 0 ? null : value;
            checkRead(node, order.get(i), present, reply.getHeight(), reply.getNewestHeight());
            versions.put(order.get(i), StateValue.version(present));
          }
          then.accept(versions);
        });
  }

  /** A node whose database is gone answers that it can't. */
  private static boolean isRefused(ChainNode node, Response response) {
    if (response.hasFailure()) {
      assertThat(response.getFailure().getCode())
          .as("%s: %s", node, response.getFailure())
          .isEqualTo(Failure.Code.UNAVAILABLE);
      assertThat(node.hasLostState() || node.isAmidWrite())
          .as("whether %s may refuse: %s", node, response.getFailure())
          .isTrue();
    }
    return response.hasFailure();
  }

  /** While a block is written, a record may have been written or not. */
  private void checkRead(ChainNode node, ByteKey key, byte[] value, long height, long newest) {
    assertThat(newest).isEqualTo(node.isAmidWrite() ? node.ledgerStore().height() : height);
    Map<ByteKey, ModelValue> oldest = audit.oracle().state(height);
    if (!Arrays.equals(value, ChainAudit.encoded(oldest.get(key)))) {
      assertThat(value)
          .as("what %s shows of %s at height %d to %d", node, key, height, newest)
          .isEqualTo(ChainAudit.encoded(audit.oracle().state(newest).get(key)));
    }
  }

  /** Reads all records. */
  void scan(ChainNode node, Session session) {
    long least = random.nextBoolean() ? session.seen : 0;
    ScanRequest.Builder scan =
        ScanRequest.newBuilder()
            .setFrom(ByteString.copyFrom(StateKey.of(TABLE, "")))
            .setTo(ByteString.copyFrom(StateKey.endOf(TABLE)))
            .setLimit(100)
            .setMinHeight(least);
    node.call(
        Request.newBuilder().setScan(scan),
        later(),
        response -> {
          if (isRefused(node, response)) {
            return;
          }
          ScanReply reply = response.getScan();
          assertThat(reply.getHeight()).as("height of a scan").isGreaterThanOrEqualTo(least);
          assertThat(reply.getMore()).isFalse();
          session.sees(reply.getHeight());
          Map<ByteKey, byte[]> found = new TreeMap<>();
          for (int i = 0; i < reply.getKeysCount(); i++) {
            found.put(
                new ByteKey(reply.getKeys(i).toByteArray()), reply.getValues(i).toByteArray());
          }
          assertThat(keys).containsAll(found.keySet());
          keys.forEach(
              key ->
                  checkRead(node, key, found.get(key), reply.getHeight(), reply.getNewestHeight()));
        });
  }

  /** Asks CometBFT for a record, whose node may be unable to tell at the moment. */
  void ask(ChainNode node, ByteKey key) {
    ResponseQuery reply = node.abci().query("/key", key.bytes().clone(), 0);
    if (reply.getCode() == AbciApplication.OK) {
      ChainOracle oracle = audit.oracle();
      byte[] value = ChainAudit.encoded(oracle.state(oracle.height(reply.getHeight())).get(key));
      assertThat(reply.getValue().toByteArray())
          .as("what %s proves of %s at position %d", node, key, reply.getHeight())
          .isEqualTo(value == null ? new byte[0] : value);
    } else {
      assertThat(reply.getCode()).as(reply.getLog()).isEqualTo(UNAVAILABLE);
    }
  }

  /** Asks whether these are still the versions. */
  void check(ChainNode node, Map<ByteKey, Long> versions) {
    if (!node.isServing()) {
      return;
    }
    CheckReadsRequest.Builder check = CheckReadsRequest.newBuilder();
    versions.forEach(
        (key, version) ->
            check.addReads(
                ReadVersion.newBuilder()
                    .setKey(ByteString.copyFrom(key.bytes()))
                    .setVersion(version)));
    node.call(
        Request.newBuilder().setCheckReads(check),
        later(),
        response -> {
          if (!isRefused(node, response)) {
            Map<ByteKey, ModelValue> state = audit.oracle().state(node.ledgerStore().height());
            boolean current =
                versions.entrySet().stream()
                    .allMatch(
                        each -> ModelValue.version(state.get(each.getKey())) == each.getValue());
            assertThat(response.getCheckReads().getCurrent())
                .as("whether %s still has %s", node, versions)
                .isEqualTo(current && !node.isAmidWrite());
          }
        });
  }
}
