package io.hybridycsb.veritas.core.node;

import static io.hybridycsb.veritas.core.testing.Patience.await;
import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.CheckReadsRequest;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import io.hybridycsb.veritas.proto.StatusRequest;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What nodes answer about states, of now and of the past. */
class NodeReadsTest extends NodeFixture {
  /** How many blocks may follow the last transaction's, by far. */
  private static final int MORE_BLOCKS = 10;

  @Test
  void scansAndReadOnlyTransactionsSeeOneState() throws InterruptedException {
    start(2);
    commit(0, put(1, "a"));
    commit(0, put(2, "b"));
    ScanRequest.Builder scan =
        ScanRequest.newBuilder()
            .setFrom(ByteString.copyFrom(StateKey.of("t", "")))
            .setTo(ByteString.copyFrom(StateKey.endOf("t")))
            .setLimit(10)
            .setMinHeight(2);
    ScanReply page = ask(1, Request.newBuilder().setScan(scan)).getScan();
    assertThat(page.getKeysList()).containsExactly(bytes("a"), bytes("b"));
    assertThat(page.getHeight()).isEqualTo(2);
    assertThat(page.getNewestHeight()).isEqualTo(2);
    CheckReadsRequest.Builder check =
        CheckReadsRequest.newBuilder()
            .addReads(ReadVersion.newBuilder().setKey(bytes("a")).setVersion(1))
            .addReads(ReadVersion.newBuilder().setKey(bytes("b")).setVersion(2));
    assertThat(ask(1, Request.newBuilder().setCheckReads(check)).getCheckReads().getCurrent())
        .isTrue();
    commit(0, put(3, "b"));
    assertThat(ask(1, Request.newBuilder().setCheckReads(check)).getCheckReads().getCurrent())
        .isFalse();
  }

  @Test
  void readsFailWhileTheDatabaseIsLostAndEachIsAnsweredOnce() throws InterruptedException {
    start(1);
    commit(0, put(1, "a"));
    stayLost = true;
    states.get(0).lose();
    assertThat(ask(0, get("a")).getFailure().getCode()).isEqualTo(Failure.Code.UNAVAILABLE);
    stayLost = false;
    assertThat(commit(0, put(2, "b"))).isEqualTo(Outcome.COMMITTED);
    assertThat(version(0, "a")).isEqualTo(1);
  }

  @Test
  void everythingDecidedCanSoonBeVerified() throws InterruptedException {
    start(3);
    commit(0, put(1, "a"));
    Request.Builder verify =
        Request.newBuilder().setVerify(VerifyRequest.newBuilder().setKey(bytes("a")));
    Response answer = ask(2, verify);
    assertThat(answer.getVerify().getVotesCount()).isEqualTo(3);
    assertThat(StateValue.version(answer.getVerify().getValue().toByteArray())).isEqualTo(1);
  }

  @Test
  void eachStateOfThePastCanBeVerifiedAlsoAfterARestart() throws InterruptedException {
    start(3);
    // Each value's height: a busy log may make a block more than there are transactions.
    List<Long> heights = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      heights.add(ask(i % 3, TestConnection.commitRequest(put(i, "a"))).getCommit().getHeight());
    }
    long newest = heights.get(199);
    // node2 may learn of the newest block after the node that was asked for the commit.
    await().until(() -> ask(1, getAt("a", newest)).hasVerify());
    long kept = newest - HISTORY_BLOCKS + MORE_BLOCKS;
    for (int life = 0; life < 2; life++) {
      for (int i = 200; i >= 1 && heights.get(i - 1) >= kept; i -= 10) {
        long height = heights.get(i - 1);
        Response response = ask(1, getAt("a", height));
        assertThat(response.getFailure().getMessage()).isEmpty();
        VerifyReply reply = response.getVerify();
        assertThat(StateValue.version(reply.getValue().toByteArray())).isEqualTo(i);
        assertThat(reply.getVotesCount()).isEqualTo(3);
        assertThat(LedgerBlocks.header(reply.getHeaders(0).toByteArray()).getHeight())
            .isEqualTo(height);
        assertThat(ask(1, getAt("nobody", height)).getVerify().getValue()).isEmpty();
      }
      // Again if a block has come in between.
      await().untilAsserted(this::node2KeepsExactlyItsHistory);
      restart(1);
    }
  }

  private void node2KeepsExactlyItsHistory() throws InterruptedException {
    Response status = ask(1, Request.newBuilder().setStatus(StatusRequest.getDefaultInstance()));
    long first = status.getStatus().getDecidedHeight() - HISTORY_BLOCKS;
    assertThat(ask(1, getAt("a", first - 1)).getFailure().getMessage())
        .endsWith("from height " + first + " on");
    assertThat(ask(1, getAt("a", first)).hasVerify()).isTrue();
  }

  private static Request.Builder getAt(String key, long height) {
    return Request.newBuilder()
        .setVerify(VerifyRequest.newBuilder().setKey(bytes(key)).setAtHeight(height));
  }

  @Test
  void readsThatWereNotCheckedInTimeFail() throws InterruptedException {
    start(1);
    TestConnection client = new TestConnection();
    Request.Builder check = Request.newBuilder().setCheckReads(checkReads(bytes("a"), 1));
    nodes.get(0).handle(client.call(check, System.nanoTime()));
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
    assertThat(ask(0, check).getCheckReads().getCurrent()).isTrue();
  }

  @Test
  void aReadThatComesTooLateIsAnsweredToo() throws InterruptedException {
    start(1);
    TestConnection client = new TestConnection();
    nodes.get(0).handle(client.call(get("a"), System.nanoTime()));
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
  }

  @Test
  void aGetOfManyKeysIsAnsweredInTheirOrderUnlessTheAnswerWouldBeTooLong()
      throws InterruptedException {
    start(1);
    commit(0, put(1, "a"));
    commit(0, put(2, "b"));
    GetRequest.Builder many = GetRequest.newBuilder();
    for (int i = 0; i < 500; i++) {
      many.addKeys(bytes("a")).addKeys(bytes("b"));
    }
    List<ByteString> values = ask(0, Request.newBuilder().setGet(many)).getGet().getValuesList();
    assertThat(values).hasSize(1_000);
    for (int i = 0; i < values.size(); i++) {
      assertThat(StateValue.version(values.get(i).toByteArray())).isEqualTo(1 + i % 2);
    }
    commit(0, at(3).put("c", "v".repeat(1_000_000)).signedBy(TestKeys.client(1)));
    GetRequest.Builder tooLong =
        GetRequest.newBuilder().addAllKeys(Collections.nCopies(40, bytes("c")));
    Response refused = ask(0, Request.newBuilder().setGet(tooLong));
    assertThat(refused.getFailure().getMessage()).contains("an answer has at most");
  }

  @Test
  void readsFetchEachKeyOnceAndNoMoreAtATimeThanFitIntoMemory() throws InterruptedException {
    start(1);
    List<Integer> fetches = new CopyOnWriteArrayList<>();
    nodes.get(0).close();
    states.set(
        0,
        new InMemoryStateStore() {
          @Override
          public List<byte[]> getAll(List<byte[]> keys) {
            fetches.add(keys.size());
            return Collections.nCopies(keys.size(), StateValue.put(1, new byte[1 << 20]));
          }
        });
    nodes.set(0, node(0, new InMemorySharedLog(log)));
    nodes.get(0).start();
    assertThat(nodes.get(0).awaitCaughtUp(WAIT_MS)).isTrue();
    fetches.clear();

    GetRequest.Builder repeated =
        GetRequest.newBuilder().addAllKeys(Collections.nCopies(1_000, bytes("a")));
    Response refused = ask(0, Request.newBuilder().setGet(repeated));
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
    assertThat(refused.getFailure().getMessage()).contains("an answer has at most");
    assertThat(fetches).containsExactly(1);

    fetches.clear();
    GetRequest.Builder many = GetRequest.newBuilder();
    for (int i = 0; i < 1_000; i++) {
      many.addKeys(bytes("k" + i));
    }
    refused = ask(0, Request.newBuilder().setGet(many));
    assertThat(refused.getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
    assertThat(fetches).allMatch(keys -> keys <= 32);
    assertThat(fetches.stream().mapToInt(keys -> keys).sum())
        .as("it stops at the bound of an answer")
        .isLessThan(100);

    fetches.clear();
    CheckReadsRequest.Builder check = CheckReadsRequest.newBuilder();
    for (int i = 0; i < 100; i++) {
      check.addReads(ReadVersion.newBuilder().setKey(bytes("k" + i)).setVersion(1));
    }
    assertThat(ask(0, Request.newBuilder().setCheckReads(check)).getCheckReads().getCurrent())
        .isTrue();
    assertThat(fetches).allMatch(keys -> keys <= 32);
  }
}
