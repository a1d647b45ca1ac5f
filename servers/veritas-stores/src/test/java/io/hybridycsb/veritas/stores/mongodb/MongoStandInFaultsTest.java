package io.hybridycsb.veritas.stores.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the store does while a stand-in for a mongod goes, comes back or forgets. */
class MongoStandInFaultsTest {
  private static final byte[] KEY = "k".getBytes(UTF_8);
  private static final int PATIENCE_SECONDS = 60;

  @TempDir private Path directory;
  private MongoStandIn standIn;
  private StateStore store;

  @BeforeEach
  void start() {
    standIn = new MongoStandIn(directory.resolve("state"));
    int patienceMs = (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS);
    store = MongoStateStore.open(new MongoOptions(standIn.url(), "veritas", patienceMs));
    store.apply(batch(1, "one"));
  }

  @AfterEach
  void stop() {
    store.close();
    standIn.close();
  }

  @Test
  void callsGoOnOverNewConnectionsWhenTheServerComesBackWithAllItHad() {
    standIn.stop();
    standIn.start();
    assertValue("one");
    standIn.stop();
    standIn.start();
    store.apply(batch(2, "two"));
    assertValue("two");
  }

  @Test
  void callsWaitForAServerThatIsAway() throws Exception {
    standIn.stop();
    CompletableFuture<Void> apply = CompletableFuture.runAsync(() -> store.apply(batch(2, "two")));
    CompletableFuture<Void> read =
        CompletableFuture.runAsync(() -> assertThat(store.getAll(List.of(KEY))).hasSize(1));
    standIn.start();
    apply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    read.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertValue("two");
  }

  @Test
  void aServerThatComesBackEmptyIsToldToReadersAndWriterUntilItIsRebuilt() throws Exception {
    standIn.stop();
    Files.delete(standIn.file());
    standIn.start();
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

  @Test
  void anAbsentServerEndsACallAtItsDeadlineInOneClearLine() {
    store.close();
    MongoOptions shortDeadline = new MongoOptions(standIn.url(), "veritas", 500);
    await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .ignoreExceptionsInstanceOf(StoreException.class)
        .untilAsserted(() -> store = MongoStateStore.open(shortDeadline));
    standIn.stop();
    assertUnreachable(() -> store.getAll(List.of(KEY)));
    assertUnreachable(() -> store.apply(batch(2, "two")));
    assertUnreachable(() -> MongoStateStore.open(shortDeadline));
    standIn.start();
  }

  private static StateBatch batch(long height, String value) {
    return new StateBatch(height, List.of(new StateWrite(KEY, value.getBytes(UTF_8), height == 1)));
  }

  private void assertValue(String expected) {
    assertThat(store.getAll(List.of(KEY))).containsExactly(expected.getBytes(UTF_8));
  }

  private static void assertLost(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining("mongodb 127.0.0.1:");
  }

  private static void assertUnreachable(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StateLostException.class)
        .hasMessageContaining("mongodb 127.0.0.1:")
        .hasMessageContaining("can't be reached")
        .hasMessageNotContaining("\n");
  }
}
