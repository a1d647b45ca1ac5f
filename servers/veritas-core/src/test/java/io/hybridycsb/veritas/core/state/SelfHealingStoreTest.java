package io.hybridycsb.veritas.core.state;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.times.StageTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SelfHealingStoreTest {
  private final Faulty database = new Faulty();
  private final TestLedger ledger =
      new TestLedger(new InMemoryLedgerStore(), new InMemoryStateStore());
  private final SelfHealingStore store = healing(database);

  /** A store whose next calls fail, and which tells when it is written to. */
  private static final class Faulty extends InMemoryStateStore {
    final AtomicInteger failures = new AtomicInteger();
    Runnable onApply = () -> {};

    @Override
    protected void requireOpen() {
      if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new StoreException("no connection");
      }
    }

    @Override
    public void apply(StateBatch batch) {
      onApply.run();
      super.apply(batch);
    }
  }

  private SelfHealingStore healing(StateStore database) {
    return new SelfHealingStore(database, ledger.ledger(), StateSource.NONE, new StageTimes());
  }

  private static final List<byte[]> KEY_A = List.of(key("a").bytes());

  @Test
  void theWriterWaitsUntilTheDatabaseIsBackAndFindsItUpToDate() {
    ledger.commit(at(5).put("a", "x").checked());
    database.failures.set(2);
    assertThat(store.getAll(KEY_A).get(0)).isNotNull();
    assertThat(database.appliedHeight()).isEqualTo(1);
  }

  @Test
  void aWriterWhoseReadFailsHoweverOftenTheDatabaseIsBroughtUpCanBeStopped()
      throws InterruptedException {
    SelfHealingStore failing =
        healing(
            new InMemoryStateStore() {
              @Override
              public List<byte[]> getAll(List<byte[]> keys) {
                throw new StoreException("such a key can't be read");
              }
            });
    assertThat(stopped(failing)).hasMessageStartingWith("stopped while waiting: ");
  }

  /** How a read ends whose writer is stopped while it waits. */
  private static Throwable stopped(SelfHealingStore waiting) throws InterruptedException {
    CountDownLatch reading = new CountDownLatch(1);
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread writer =
        new Thread(
            () -> {
              reading.countDown();
              end.set(catchThrowableOfType(StoreException.class, () -> waiting.getAll(KEY_A)));
            });
    writer.start();
    reading.await();
    writer.interrupt();
    writer.join(TimeUnit.SECONDS.toMillis(30));
    return end.get();
  }

  @Test
  void anEmptiedDatabaseIsFilledFromTheLedger() {
    ledger.commit(at(5).put("a", "x").checked());
    ledger.commit(at(6).merge("a", "y").put("b", "z").checked());
    StateRecovery.run(ledger.ledger(), database, StateSource.NONE);
    var before = TestLedger.content(database);
    database.lose();
    assertThatThrownBy(() -> store.forReaders().getAll(KEY_A)).isInstanceOf(StoreException.class);
    store.getAll(KEY_A);
    assertThat(TestLedger.content(database)).isEqualTo(before);
    assertThat(store.forReaders().getAll(KEY_A)).isEqualTo(store.getAll(KEY_A));
  }

  @Test
  void aStoreThatLostItsStateIsFilledThoughNobodyWritesOrReads() throws InterruptedException {
    ledger.commit(at(5).put("a", "x").checked());
    StateRecovery.run(ledger.ledger(), database, StateSource.NONE);
    database.lose();
    CountDownLatch filled = new CountDownLatch(1);
    database.onApply = filled::countDown;
    Thread keeper = new Thread(store::lookAfter);
    keeper.start();
    assertThat(filled.await(60, TimeUnit.SECONDS)).isTrue();
    keeper.interrupt();
    keeper.join();
    assertThat(store.forReaders().getAll(KEY_A).get(0)).isNotNull();
  }

  @Test
  void theWriterWaitsWhileTheStoreIsFilledByAnother() throws InterruptedException {
    ledger.commit(at(5).put("a", "x").checked());
    StateRecovery.run(ledger.ledger(), database, StateSource.NONE);
    database.lose();
    CountDownLatch filling = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    database.onApply =
        () -> {
          filling.countDown();
          awaitUninterruptibly(goOn);
        };
    Thread keeper = new Thread(store::lookAfter);
    keeper.start();
    filling.await();
    assertThat(stopped(store)).hasMessageContaining("is being brought up from the ledger");
    goOn.countDown();
    assertThat(store.getAll(KEY_A).get(0)).isNotNull();
    keeper.interrupt();
    keeper.join();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aBatchThatFailedIsTakenFromTheLedger() {
    ledger.commit(at(5).put("a", "x").checked());
    database.failures.set(1);
    store.apply(new StateBatch(1, List.of()));
    assertThat(database.appliedHeight()).isEqualTo(1);
    assertThat(store.getAll(KEY_A).get(0)).isNotNull();
  }

  @Test
  void readersGetNothingWhileTheStoreHoldsAnOlderState() {
    ledger.commit(at(5).put("a", "x").checked());
    StateRecovery.run(ledger.ledger(), database, StateSource.NONE);
    database.lose();
    List<Throwable> seen = new ArrayList<>();
    database.onApply =
        () -> {
          StateReader readers = store.forReaders();
          seen.add(catchThrowable(() -> readers.getAll(KEY_A)));
          seen.add(catchThrowable(() -> readers.scan(new byte[0], new byte[] {(byte) 0xff}, 10)));
        };
    store.getAll(KEY_A);
    assertThat(seen)
        .hasSize(2)
        .allSatisfy(
            e ->
                assertThat(e)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("being brought up from the ledger"));
    assertThat(store.forReaders().scan(new byte[0], new byte[] {(byte) 0xff}, 10)).hasSize(1);
  }

  @Test
  void aWriterThatIsStoppedStopsWaiting() throws InterruptedException {
    database.failures.set(Integer.MAX_VALUE);
    assertThat(stopped(store)).hasMessageContaining("stopped while waiting: no connection");
  }
}
