package io.hybridycsb.veritas.stores.database;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.testdatabases.TestServer;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;

/** What every store does while its database is away and when it comes back. */
public abstract class DatabaseFaultsContract {
  protected static final byte[] KEY = "k".getBytes(UTF_8);
  protected static final int PATIENCE_SECONDS = TestServer.PATIENCE_SECONDS;

  /** Opened by {@link #openStore} before each test. */
  protected StateStore store;

  /** Opens the store for what must succeed, however busy the machine. */
  protected abstract StateStore openPatient();

  /** Opens the store with short deadlines. */
  protected abstract StateStore openImpatient();

  /** Ends the database, which keeps what it has confirmed. */
  protected abstract void endDatabase() throws Exception;

  protected abstract void startDatabaseAgain() throws Exception;

  /** Opens the store and applies a first batch. */
  protected final void openStore() {
    store = openPatient();
    store.clear();
    store.apply(batch(1, "one"));
  }

  @Test
  void aDatabaseComesBackWithAllItHadConfirmed() throws Exception {
    store.apply(batch(2, "two"));
    endDatabase();
    startDatabaseAgain();
    assertValue("two");
    assertThat(store.appliedHeight()).isEqualTo(2);
    endDatabase();
    startDatabaseAgain();
    store.apply(batch(3, "three"));
    assertValue("three");
  }

  @Test
  void aStoreThatIsOpenedAfterwardsGoesOnFromTheConfirmedHeight() throws Exception {
    store.apply(batch(2, "two"));
    endDatabase();
    store.close();
    startDatabaseAgain();
    store = openPatient();
    assertThat(store.appliedHeight()).isEqualTo(2);
    assertValue("two");
  }

  @Test
  void callsWaitForADatabaseThatComesBack() throws Exception {
    endDatabase();
    CompletableFuture<Void> apply = CompletableFuture.runAsync(() -> store.apply(batch(2, "two")));
    CompletableFuture<Void> read =
        CompletableFuture.runAsync(() -> assertThat(store.getAll(List.of(KEY))).hasSize(1));
    startDatabaseAgain();
    apply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    read.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertValue("two");
  }

  @Test
  void anAbsentDatabaseEndsACallAtItsDeadlineInOneClearLine() throws Exception {
    reopenImpatient();
    endDatabase();
    try {
      assertUnreachable(() -> store.getAll(List.of(KEY)));
      assertUnreachable(() -> store.apply(batch(2, "two")));
      assertUnreachable(this::openImpatient);
    } finally {
      startDatabaseAgain();
    }
  }

  /** For a database that has gone on after standing still, which one call may still notice. */
  protected final void assertServesAgain(StateBatch second) {
    eventually(() -> store.apply(second));
    store.close();
    store = openPatient();
    store.apply(batch(3, "three"));
    assertValue("three");
    assertThat(store.appliedHeight()).isEqualTo(3);
  }

  protected final void reopenImpatient() {
    eventually(
        () -> {
          store.close();
          store = openImpatient();
        });
  }

  private static void eventually(ThrowingRunnable call) {
    Awaitility.await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .ignoreExceptionsInstanceOf(StoreException.class)
        .untilAsserted(call);
  }

  /** The database's address, or how it begins. */
  protected String address() {
    return "127.0.0.1:";
  }

  protected static StateBatch batch(long height, String value) {
    return new StateBatch(height, List.of(new StateWrite(KEY, value.getBytes(UTF_8), height == 1)));
  }

  protected final void assertValue(String expected) {
    assertThat(store.getAll(List.of(KEY))).containsExactly(expected.getBytes(UTF_8));
  }

  /** For a database that has come back empty. */
  protected final void assertLostUntilRebuilt() {
    assertLost(() -> store.getAll(List.of(KEY)));
    assertLost(() -> store.apply(batch(2, "two")));
    assertLost(() -> store.scan(KEY, new byte[] {'z'}, 1));
    assertLost(store::appliedHeight);

    store.clear();
    assertThat(store.appliedHeight()).isZero();
    store.apply(batch(1, "one"));
    store.apply(batch(2, "two"));
    assertValue("two");
  }

  protected final void assertLost(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining(store.describe())
        .hasMessageContaining(address());
  }

  protected final void assertUnreachable(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StateLostException.class)
        .hasMessageContaining(store.describe())
        .hasMessageContaining(address())
        .hasMessageContaining("can't be reached")
        .hasMessageNotContaining("\n");
  }
}
