package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which blocks sessions wait for, among three nodes of which the first may lie. */
class SeenBlocksTest extends AmongThreeNodes {
  private static final Duration POLL = Duration.ofMillis(1);
  private static final Set<Thread.State> WAITING =
      EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  /** The reads that nodes were asked for. */
  private final List<GetRequest> asked = new CopyOnWriteArrayList<>();

  /** The same to all, who are remembered. */
  private Function<GetRequest, GetReply> asked(long block) {
    return question -> {
      asked.add(question);
      return read(block);
    };
  }

  /** YCSB's threads may each have ended, and closed the client, before the next one starts. */
  @Test
  void aProcessReadsWhatAnEarlierClientOfItHasWritten() {
    allReach(7);
    nodes.forEach(
        node -> {
          node.write = question -> committed(7);
          node.get = asked(7);
        });
    db.session().write(ONE_WRITE, 0);
    db.close();

    try (BlockchainDb next = client(60_000, PATIENT)) {
      next.session().get(KEY, Freshness.SESSION);
      next.session().get(KEY, Freshness.EVENTUAL);
    }

    assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(7L, 0L);
  }

  @Test
  void aWriteComesBehindAllThatItsSessionHasReadAndItsProcessHasWritten() {
    allReach(7);
    List<WriteRequest> written = new ArrayList<>();
    ScriptedNode node = nodes.get(0);
    node.write =
        question -> {
          written.add(question);
          return committed(7);
        };
    node.get = question -> read(8);
    node.scan = question -> ScanReply.newBuilder().setBlock(9).build();
    Session session = db.sessionAt(0);

    session.write(ONE_WRITE, 0);
    db.sessionAt(0).write(ONE_WRITE, 0);
    session.get(KEY, Freshness.EVENTUAL);
    session.write(ONE_WRITE, 0);
    session.scan(KEY, KEY, 1, Freshness.SESSION);
    session.write(ONE_WRITE, 0);
    db.sessionAt(0).write(ONE_WRITE, 0);

    assertThat(written).extracting(WriteRequest::getFromBlock).containsExactly(0L, 7L, 8L, 9L, 7L);
  }

  /** Nobody waits for a block that one node alone has named. */
  @Test
  void aBlockNumberThatNoHonestNodeIsNearIsNotBelieved() {
    allReach(117);
    ScriptedNode liar = nodes.get(0);
    liar.write = question -> committed(Long.MAX_VALUE);
    liar.get = question -> read(Long.MAX_VALUE);
    liar.scan = question -> ScanReply.newBuilder().setBlock(Long.MAX_VALUE).build();
    nodes.get(1).get = asked(118);
    Session session = db.session();

    session.write(ONE_WRITE, 0);
    session.get(KEY, Freshness.SESSION);
    session.scan(KEY, KEY, 1, Freshness.SESSION);
    liar.get = question -> null;
    session.get(KEY, Freshness.SESSION);
    session.get(KEY, Freshness.SESSION);

    assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(0L, 118L);
  }

  /** Otherwise one liar would slow all readers of the process. */
  @Test
  void aBlockThatOneNodeAloneHasNamedIsWaitedForByItsOwnSessionAlone() {
    allReach(100);
    nodes.forEach(node -> node.get = asked(102));
    nodes.get(0).write = question -> committed(102);
    // The nodes come no nearer: there is no reason to wait for that.
    BlockTimes near =
        new BlockTimes(PATIENT.answerMs(), PATIENT.questionMs(), 100, PATIENT.saveMs());

    try (BlockchainDb client = client(60_000, near)) {
      Session session = client.sessionAt(0);
      session.write(ONE_WRITE, 0);
      session.get(KEY, Freshness.SESSION);
      client.sessionAt(1).get(KEY, Freshness.SESSION);
    }

    assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(102L, 0L);
  }

  @Test
  void aBlockThatTheOthersReachALittleLaterIsReadByAllSessions() {
    allReach(100);
    AtomicInteger questions = new AtomicInteger();
    nodes.get(1).block = question -> newest(questions.incrementAndGet() < 3 ? 100 : 101);
    nodes.get(0).block = question -> newest(101);
    nodes.get(0).write = question -> committed(101);
    nodes.get(1).get = asked(101);

    db.sessionAt(0).write(ONE_WRITE, 0);
    db.sessionAt(1).get(KEY, Freshness.SESSION);

    assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(101L);
  }

  /** What was believed then would hold for good, also when the others are back. */
  @Test
  void whileTooFewNodesAnswerNoNewBlockNumberIsBelieved() {
    nodes.get(0).block = question -> newest(1L << 60);
    nodes.get(0).write = question -> committed(1L << 60);
    nodes.get(1).get = asked(100);

    db.sessionAt(0).write(ONE_WRITE, 0);
    Session session = db.sessionAt(1);
    session.get(KEY, Freshness.SESSION);
    session.get(KEY, Freshness.SESSION);
    allReach(100);
    session.get(KEY, Freshness.SESSION);
    nodes.forEach(node -> node.block = question -> null);
    nodes.get(1).get = asked(1L << 60);
    session.get(KEY, Freshness.SESSION);
    session.get(KEY, Freshness.SESSION);

    assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(0L, 0L, 0L, 100L, 100L);
  }

  @Test
  void whileOneNodeIsSilentTheOthersAreAskedAnewUntilTheyHaveTheBlock() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger questions = new AtomicInteger();
    nodes.get(0).block = ScriptedNode.after(never, question -> null);
    nodes.get(1).block = question -> newest(101);
    nodes.get(2).block = question -> newest(questions.incrementAndGet() < 8 ? 100 : 101);
    nodes.get(1).write = question -> committed(101);
    nodes.get(2).get = asked(101);
    try {
      db.sessionAt(1).write(ONE_WRITE, 0);
      db.sessionAt(2).get(KEY, Freshness.SESSION);

      assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(101L);
    } finally {
      never.countDown();
    }
  }

  @Test
  @Timeout(60)
  void aSilentNodeDelaysNoQuestionThatTheOthersAnswer() {
    allReach(101);
    CountDownLatch never = new CountDownLatch(1);
    nodes.get(0).block = ScriptedNode.after(never, question -> null);
    nodes.get(1).write = question -> committed(101);
    nodes.get(2).get = asked(101);
    try {
      db.sessionAt(1).write(ONE_WRITE, 0);
      db.sessionAt(2).get(KEY, Freshness.SESSION);

      assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(101L);
    } finally {
      never.countDown();
    }
  }

  /** A liar that names a later block in each answer would else have each reader ask for itself. */
  @Test
  void readersThatWaitForLaterAndLaterBlocksShareTheQuestionThatFindsNone() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger questions = new AtomicInteger();
    allReach(100);
    nodes.get(0).block =
        ScriptedNode.after(
            answer,
            question -> {
              questions.incrementAndGet();
              return newest(100);
            });
    nodes.get(1).block = nodes.get(0).block;
    List<NodeConnection> connections =
        cluster.nodes().stream().map(node -> new NodeConnection(node, 1)).toList();
    AgreedBlocks agreed = new AgreedBlocks(cluster, connections, PATIENT);
    SeenBlocks seen = new SeenBlocks(cluster, agreed, PATIENT);
    List<Thread> readers = new ArrayList<>();
    for (long block = 1_000; block < 1_008; block++) {
      long later = block;
      Thread reader = new Thread(() -> seen.isReached(0, later));
      readers.add(reader);
      reader.start();
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(POLL)
          .until(() -> WAITING.contains(reader.getState()));
    }

    answer.countDown();
    for (Thread reader : readers) {
      reader.join();
    }

    connections.forEach(NodeConnection::close);
    assertThat(questions).hasValueLessThan(2 * readers.size());
  }

  /** Otherwise a liar that names such a block would soon be asked before all others. */
  @Test
  void aNodeThatDoesNotHaveABlockThatOneAloneHasNamedIsStillAskedFirst() {
    allReach(100);
    nodes.get(0).get = question -> read(102);
    nodes.get(1).get = asked(100);
    nodes.get(2).get = question -> read(102);
    Session session = db.session();
    Session other = db.session();
    session.get(KEY, Freshness.SESSION);
    nodes.get(0).get = question -> null;

    session.get(KEY, Freshness.SESSION);
    other.get(KEY, Freshness.SESSION);

    assertThat(asked).extracting(GetRequest::getFromBlock).containsExactly(102L, 0L);
  }
}
