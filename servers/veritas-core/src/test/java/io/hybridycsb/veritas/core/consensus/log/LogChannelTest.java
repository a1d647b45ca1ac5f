package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogCodec.Outgoing;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LogChannelTest {
  private static final int MIB = 1 << 20;
  private static final long FOREVER_NANOS = TimeUnit.HOURS.toNanos(1);

  private final List<CompletableFuture<Void>> unconfirmed = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<LogEntry> inTheLog = new ArrayList<>();
  private Runnable whileItIsRead = () -> {};
  private int wakeUps;

  /** Leaves it to the test what stands in it, and when an append completes. */
  private final InMemorySharedLog log =
      new InMemorySharedLog() {
        @Override
        public CompletableFuture<Void> append(byte[] record) {
          CompletableFuture<Void> confirmed = new CompletableFuture<>();
          unconfirmed.add(confirmed);
          return confirmed;
        }

        @Override
        public List<LogEntry> poll(long timeoutMs) {
          whileItIsRead.run();
          List<LogEntry> entries = List.copyOf(inTheLog);
          inTheLog.clear();
          return entries;
        }

        @Override
        public void wakeUp() {
          wakeUps++;
        }
      };

  private final LogChannel channel =
      new LogChannel(
          TestContext.of(new InMemoryLedgerStore(), new InMemoryStateStore(), NodeOptions.DEFAULT),
          log,
          0);

  private Outgoing record(long sequence) {
    return record(
        sequence,
        List.of(at(1).put("a", "x").checkedAndSigned(), at(2).put("b", "y").checkedAndSigned()));
  }

  private Outgoing record(long sequence, List<CheckedTransaction> block) {
    VoteBody vote =
        VoteBody.newBuilder()
            .setCluster("test")
            .setVoter("node1")
            .setUpToHeight(3)
            .setSequence(sequence)
            .build();
    return channel.codec().encode(TestKeys.node(1), vote, block);
  }

  private Outgoing append(Outgoing outgoing) {
    channel.append(outgoing, List.of(), failures::add);
    return outgoing;
  }

  private static LogEntry entry(Outgoing outgoing) {
    return new LogEntry(9, outgoing.record().clone());
  }

  @Test
  void anOwnRecordComesBackAsAnyNodeReadsIt() {
    for (Outgoing outgoing : List.of(record(1), record(2, List.of()))) {
      append(outgoing);
      assertThat(channel.takeOwn(entry(outgoing)))
          .usingRecursiveComparison()
          .withEqualsForType(Transaction::equals, Transaction.class)
          .withEqualsForType(Vote::equals, Vote.class)
          .withEqualsForType(VoteBody::equals, VoteBody.class)
          .isEqualTo(channel.codec().decode(entry(outgoing)));
    }
  }

  @Test
  void theOrderOfTheirReturnDoesNotMatter() {
    Outgoing first = append(record(1));
    Outgoing second = append(record(2));
    assertThat(channel.takeOwn(entry(second))).isNotNull();
    assertThat(channel.isQuiet()).isFalse();
    assertThat(channel.takeOwn(entry(first))).isNotNull();
    assertThat(channel.isQuiet()).isTrue();
  }

  @Test
  void aRecordWithOneOtherByteIsNotOurs() {
    LogEntry changed = entry(append(record(1)));
    changed.record()[changed.record().length / 2] ^= 1;
    assertThat(channel.takeOwn(changed)).isNull();
  }

  @Test
  void aRecordCountsAsOursOnce() {
    Outgoing outgoing = append(record(1));
    assertThat(channel.takeOwn(entry(outgoing))).isNotNull();
    assertThat(channel.takeOwn(entry(outgoing))).isNull();
  }

  @Test
  void aRecordThatFailedIsNotWaitedForAndIsReadLikeAnyOtherIfItComesAllTheSame()
      throws InterruptedException {
    Outgoing outgoing = append(record(1));
    unconfirmed.get(0).completeExceptionally(new LogException("broker gone"));
    assertThat(failures).singleElement().isInstanceOf(LogException.class);
    assertThat(channel.isQuiet()).isTrue();
    inTheLog.add(entry(outgoing));
    assertThat(channel.read(0)).hasSize(2);
  }

  @Test
  void atMostSixteenRecordsAreUnderwayAndFewerLongOnes() {
    for (int i = 0; i < LogChannel.SENT_MAX; i++) {
      assertThat(channel.hasRoom()).isTrue();
      append(record(i));
    }
    assertThat(channel.hasRoom()).isFalse();
    unconfirmed.forEach(each -> each.completeExceptionally(new LogException("refused")));
    assertThat(channel.hasRoom()).isTrue();
    append(new Outgoing(new byte[9 * MIB], position -> List.of()));
    assertThat(channel.hasRoom()).isTrue();
    append(new Outgoing(new byte[9 * MIB], position -> List.of()));
    assertThat(channel.hasRoom()).isFalse();
  }

  @Test
  void whatIsUnderwayCountsWithTheMemoryItTakes() {
    List<CheckedTransaction> block = List.of(at(1).put("a", "x").checked());
    channel.append(record(1, block), block, failures::add);
    assertThat(channel.underwayBytes()).isEqualTo(block.get(0).memoryBytes());
    unconfirmed.get(0).complete(null);
    assertThat(channel.underwayBytes()).isZero();
  }

  @Test
  void theLogIsReadWhenTheOwnRecordHasArrived() throws InterruptedException {
    Outgoing own = append(record(1));
    inTheLog.add(entry(own));
    Thread broker = new Thread(() -> unconfirmed.get(0).complete(null));
    broker.start();
    assertThat(channel.read(FOREVER_NANOS)).hasSize(2);
    assertThat(unconfirmed.get(0)).isCompleted();
    broker.join();
  }

  @Test
  void anAppendThatTakesLongHoldsNobodyFromReading() throws InterruptedException {
    append(record(1));
    inTheLog.add(entry(record(2)));
    assertThat(channel.read(1)).hasSize(2);
  }

  @Test
  void whoeverIsWokenReturns() throws InterruptedException {
    append(record(1));
    channel.wake();
    assertThat(channel.read(FOREVER_NANOS)).isEmpty();
  }

  /** A wait of Kafka's client that is ended twice ends its next one, too. */
  @Test
  void theWaitForARecordIsEndedOnceHoweverManyWake() throws InterruptedException {
    whileItIsRead =
        () -> {
          channel.wake();
          channel.wake();
        };
    channel.read(FOREVER_NANOS);
    assertThat(wakeUps).isEqualTo(1);
    channel.read(FOREVER_NANOS);
    assertThat(wakeUps).isEqualTo(2);
  }

  @Test
  void recordsOfManyShortKeysAreReadByTheMemoryTheyTake() throws InterruptedException {
    TestTransactions many = TestTransactions.at(1);
    for (int i = 0; i < 2_000; i++) {
      many.put("k" + i, "");
    }
    List<CheckedTransaction> block = Collections.nCopies(20, many.checkedAndSigned());
    Outgoing large = record(1, block);
    long bytes = CheckedTransaction.memoryBytes(block);
    for (int i = 0; i < 12; i++) {
      inTheLog.add(entry(large));
    }
    List<LogItem> items = channel.read(0);
    int read = items.size();
    assertThat(read).isBetween(2, 2 * (int) (LogChannel.BYTES_PER_READ / bytes + 1)).isLessThan(24);
    while (read < 24) {
      int more = channel.read(0).size();
      assertThat(more).isPositive();
      read += more;
    }
  }

  @Test
  void manyShortRecordsAreReadAFewHundredAtATime() throws InterruptedException {
    byte[] garbage = LogRecord.getDefaultInstance().toByteArray();
    for (int i = 0; i < 300; i++) {
      inTheLog.add(new LogEntry(1 + i, garbage));
    }
    assertThat(channel.read(0)).hasSize(256);
    assertThat(channel.read(0)).hasSize(44);
  }
}
