package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogCodec.Outgoing;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Block;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogChannelTest {
  private static final int MIB = 1 << 20;

  private static final ClusterConfig CLUSTER = TestKeys.cluster(ApprovalPolicy.ALL, 2, 1);
  private final LogCodec codec =
      new LogCodec(CLUSTER, new TransactionChecker(CLUSTER, TransactionLimits.DEFAULT));
  private final LogChannel channel =
      new LogChannel(
          TestContext.of(new InMemoryLedgerStore(), new InMemoryStateStore(), NodeOptions.DEFAULT),
          new InMemorySharedLog(),
          0);
  private final AtomicInteger added = new AtomicInteger();
  private Thread adder;

  private Outgoing block(long sequence) {
    return codec.encodeBlock(
        "node1",
        TestKeys.node(1),
        sequence,
        List.of(at(1).put("a", "x").checkedAndSigned(), at(2).put("b", "y").checkedAndSigned()));
  }

  private Outgoing vote() {
    return codec.encodeVote(
        TestKeys.node(1),
        VoteBody.newBuilder().setCluster("test").setVoter("node1").setUpToHeight(3).build());
  }

  private static LogEntry entry(Outgoing outgoing) {
    return new LogEntry(9, outgoing.record().clone());
  }

  @Test
  void anOwnRecordComesBackAsAnyNodeReadsIt() {
    for (Outgoing outgoing : List.of(block(1), vote())) {
      channel.append(outgoing);
      assertThat(channel.takeOwn(entry(outgoing)))
          .usingRecursiveComparison()
          .withEqualsForType(Block::equals, Block.class)
          .withEqualsForType(Transaction::equals, Transaction.class)
          .withEqualsForType(Vote::equals, Vote.class)
          .withEqualsForType(VoteBody::equals, VoteBody.class)
          .isEqualTo(codec.decode(entry(outgoing)));
    }
  }

  @Test
  void theOrderOfTheirReturnDoesNotMatter() {
    Outgoing first = block(1);
    Outgoing second = block(2);
    channel.append(first);
    channel.append(second);
    assertThat(channel.takeOwn(entry(second))).isNotNull();
    assertThat(channel.takeOwn(entry(first))).isNotNull();
  }

  @Test
  void aRecordWithOneOtherByteIsNotOurs() {
    Outgoing outgoing = block(1);
    channel.append(outgoing);
    LogEntry changed = entry(outgoing);
    changed.record()[changed.record().length / 2] ^= 1;
    assertThat(channel.takeOwn(changed)).isNull();
  }

  @Test
  void aRecordCountsAsOursOnce() {
    Outgoing outgoing = block(1);
    channel.append(outgoing);
    assertThat(channel.takeOwn(entry(outgoing))).isNotNull();
    assertThat(channel.takeOwn(entry(outgoing))).isNull();
  }

  @Test
  void recordsThatNeverComeBackAreForgotten() {
    Outgoing lost = block(0);
    channel.append(lost);
    for (int i = 1; i <= 64; i++) {
      channel.append(block(i));
    }
    assertThat(channel.takeOwn(entry(lost))).isNull();
  }

  @Test
  void longRecordsThatDoNotComeBackAreForgottenSooner() {
    Outgoing lost = new Outgoing(new byte[9 * MIB], position -> blockOf(position, 1));
    channel.append(lost);
    assertThat(channel.takeOwn(entry(lost))).isNotNull();
    channel.append(lost);
    channel.append(new Outgoing(new byte[8 * MIB], position -> blockOf(position, 1)));
    assertThat(channel.takeOwn(entry(lost))).isNull();
  }

  @Test
  void recordsOfManyShortKeysAreReadAheadByTheMemoryTheyTake() {
    TestTransactions many = TestTransactions.at(1);
    for (int i = 0; i < 2_000; i++) {
      many.put("k" + i, "");
    }
    LogItem item =
        new LogItem.OrderedBlock(
            1, Block.getDefaultInstance(), Collections.nCopies(20, many.checked()));
    addAll(40, item);
    await().until(() -> adder.getState() == Thread.State.WAITING);
    assertThat(added.get()).isBetween(1, 10);
  }

  private static LogItem blockOf(long position, int bytes) {
    ByteString content = ByteString.copyFrom(new byte[bytes]);
    return new LogItem.OrderedBlock(
        position, Block.newBuilder().setSignature(content).build(), List.of());
  }

  private void addAll(int records, LogItem item) {
    adder =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < records; i++) {
                  channel.put(item);
                  added.incrementAndGet();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    adder.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (adder != null) {
      adder.interrupt();
      adder.join();
    }
  }

  private void awaitFull(int count) {
    await().until(() -> added.get() == count && adder.getState() == Thread.State.WAITING);
  }

  @Test
  void longRecordsAreReadAheadByTheirBytesAndShortOnesByTheirCount() throws InterruptedException {
    addAll(40, blockOf(1, 4 * MIB));
    awaitFull(15);
    List<LogItem> taken = new ArrayList<>();
    taken.add(channel.poll(0));
    awaitFull(16);
    channel.drainTo(taken, 100);
    assertThat(taken).hasSize(16);
    awaitFull(31);
    stop();

    channel.drainTo(taken, 100);
    for (int i = 0; i < LogChannel.AHEAD_RECORDS_MAX; i++) {
      channel.put(new LogItem.Ignored(i, "garbage"));
    }
    taken.clear();
    channel.drainTo(taken, 1_000);
    assertThat(taken).hasSize(LogChannel.AHEAD_RECORDS_MAX);
  }

  @Test
  void aRecordLongerThanAllTheRoomIsTakenAllTheSame() throws InterruptedException {
    LogItem tooLong = blockOf(7, LogChannel.AHEAD_BYTES_MAX + MIB);
    channel.put(tooLong);
    assertThat(channel.poll(0)).isSameAs(tooLong);
    channel.put(tooLong);
    assertThat(channel.poll(0)).isSameAs(tooLong);
    assertThat(channel.poll(0)).isNull();
  }
}
