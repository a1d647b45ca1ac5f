package io.hybridycsb.relational.kafka;

import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.relational.node.BlockBudget;
import io.hybridycsb.relational.node.Ordering.NotTaken;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.SharedLog;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProposerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Twenty thousand units of work, before any was executed. */
  private static final BlockBudget BUDGET = new BlockBudget(Duration.ofSeconds(1));

  private final AppendedRecords log = new AppendedRecords();
  private volatile int undecided;
  private final Proposer proposer =
      new Proposer(
          log,
          new Proposer.Limits(2, 20, 0, 40),
          transaction -> 20L * transaction.calls().size(),
          BUDGET,
          () -> undecided);
  private final Thread thread = new Thread(proposer, "proposer");

  /** A log that answers when it is told to. */
  private static final class AppendedRecords implements SharedLog {
    private record Append(LogItem.Block block, CompletableFuture<Void> done) {}

    private final BlockingQueue<Append> appends = new LinkedBlockingQueue<>();

    @Override
    public CompletableFuture<Void> append(byte[] record) {
      LogItem item = LogCodecTest.decode(new LogEntry(0, record));
      CompletableFuture<Void> done = new CompletableFuture<>();
      appends.add(new Append((LogItem.Block) item, done));
      return done;
    }

    @Override
    public void seek(long position) {}

    @Override
    public List<LogEntry> poll(long timeoutMs) {
      return List.of();
    }

    @Override
    public void wakeUp() {}

    @Override
    public long end() {
      return 0;
    }

    @Override
    public int recordBytesMax() {
      return 1_000;
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join(PATIENCE.toMillis());
  }

  private boolean take(long number, int bytes) {
    return take(number, bytes, 1);
  }

  private boolean take(long number, int bytes, int calls) {
    Call[] all = new Call[calls];
    Arrays.fill(all, Call.getDefaultInstance());
    return proposer.take(transaction(number, all), new byte[bytes]);
  }

  private AppendedRecords.Append appended() throws InterruptedException {
    return log.appends.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void whatComesWhileABlockIsOnItsWayIsTheNextOne() throws Exception {
    thread.start();
    assertThat(take(1, 5)).isTrue();
    LogItem.Block first = appended().block();
    assertThat(first.transactions()).hasSize(1);
    assertThat(take(2, 5)).isTrue();
    assertThat(take(3, 5)).isTrue();
    assertThat(take(4, 5)).isTrue();
    proposer.executed(first.number() + 1);
    assertThat(log.appends).isEmpty();

    proposer.executed(first.number());
    LogItem.Block second = appended().block();
    assertThat(second.transactions()).hasSize(2);
    proposer.executed(second.number());
    assertThat(appended().block().transactions()).hasSize(1);
  }

  @Test
  void aBlockHasSoManyBytesUnlessATransactionHasMore() throws Exception {
    assertThat(take(1, 25)).isTrue();
    assertThat(take(2, 15)).isTrue();
    thread.start();
    LogItem.Block first = appended().block();
    assertThat(first.transactions()).hasSize(1);
    assertThat(first.transactions().get(0).size()).isEqualTo(25);
  }

  @Test
  void aBlockHasTheWorkThatFitUnlessATransactionHasMore() throws Exception {
    assertThat(take(1, 5, 400)).isTrue();
    assertThat(take(2, 5, 601)).isTrue();
    assertThat(take(3, 5, 2_000)).isTrue();
    thread.start();
    for (int i = 0; i < 3; i++) {
      LogItem.Block block = appended().block();
      assertThat(block.transactions()).hasSize(1);
      proposer.executed(block.number());
    }
  }

  @Test
  void aTransactionOnItsWayIsNotTakenAgain() throws Exception {
    assertThat(take(1, 5)).isTrue();
    assertThat(take(1, 5)).isFalse();
    // Another transaction with its number, which is refused at its place in the log.
    assertThat(take(1, 5, 2)).isTrue();
    thread.start();
    LogItem.Block block = appended().block();
    assertThat(take(1, 5)).isFalse();
    proposer.executed(block.number());
    assertThat(take(1, 5)).isTrue();
  }

  @Test
  void afterAFailureTheNextBlockGoesOn() throws Exception {
    thread.start();
    take(1, 5);
    appended().done().completeExceptionally(new IllegalStateException("gone"));
    await().atMost(PATIENCE).until(() -> take(1, 5));
    assertThat(appended().block().transactions()).hasSize(1);
  }

  @Test
  void whatIsTooMuchIsNotTaken() {
    take(1, 25);
    assertThatThrownBy(() -> take(2, 16))
        .isInstanceOf(NotTaken.class)
        .hasMessage("too many transactions wait for the log; try again later");
    undecided = Replica.UNDECIDED_MAX;
    assertThatThrownBy(() -> take(3, 1))
        .isInstanceOf(NotTaken.class)
        .hasMessage("1000 blocks are not decided: do more than half of the nodes run?");
  }
}
