package io.hybridycsb.ycsb.sql;

import static io.hybridycsb.ycsb.sql.TestClients.fields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.testdatabases.TestProxy;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** What the bindings say of lost answers and absent databases. */
abstract class FaultsContract extends ProceduresContract {
  private static final Set<Status> UNANSWERED =
      Set.of(Status.SERVICE_UNAVAILABLE, Statuses.UNKNOWN);

  /** The database's title in messages. */
  abstract String title();

  /** What addresses of the database begin with, after {@code jdbc:}. */
  String protocol() {
    return binding();
  }

  private URI address() {
    return URI.create(url().substring("jdbc:".length()));
  }

  /** The database's address through a proxy. */
  private String through(TestProxy proxy) {
    return url().replace(":" + address().getPort() + "/", ":" + proxy.port() + "/");
  }

  private TestProxy proxied(Map<String, String> more) throws Exception {
    TestProxy proxy = new TestProxy(address().getPort());
    reopen(Map.of("url", through(proxy)));
    if (!more.isEmpty()) {
      reopen(Map.of("url", through(proxy), "timeout.ms", more.getOrDefault("timeout.ms", "60000")));
    }
    return proxy;
  }

  /** What a call returns; one that ends without an answer is made again. */
  private static Status answer(Callable<Status> call) {
    return Awaitility.await()
        .pollInSameThread()
        .atMost(Duration.ofMinutes(1))
        .until(call, status -> !UNANSWERED.contains(status));
  }

  private long version(String key) {
    return begin().read(table, key).orElseThrow().version();
  }

  private void requireFailure(Status status, Runnable call) {
    assertThatExceptionOfType(FailedOperation.class)
        .isThrownBy(call::run)
        .matches(e -> e.status().equals(status), "has status " + status);
  }

  @Test
  void aWriteWhoseAnswerIsLostIsUnknownAndIsSentOnce() throws Exception {
    try (TestProxy proxy = proxied(Map.of())) {
      insert("user1", "a", "1");
      update("user1", "a", "2");
      long before = version("user1");
      read("user1");

      proxy.cutAtAnswer();
      assertThat(update("user1", "a", "3")).isEqualTo(Statuses.UNKNOWN);
      assertThat(read("user1")).as("it has reconnected").isEqualTo(Map.of("a", "3"));
      assertThat(version("user1")).isEqualTo(before + 1);
    }
  }

  @Test
  void aReadWhoseAnswerIsLostHasFailedAndTheNextOneReconnects() throws Exception {
    try (TestProxy proxy = proxied(Map.of())) {
      insert("user1", "a", "1");
      read("user1");

      proxy.cutAtAnswer();
      assertThat(client.read(table, "user1", null, result)).isEqualTo(Status.SERVICE_UNAVAILABLE);
      assertThat(read("user1")).isEqualTo(Map.of("a", "1"));
    }
  }

  @Test
  void aCommitWhoseAnswerIsLostIsUnknownAndMayHaveTakenEffect() throws Exception {
    try (TestProxy proxy = proxied(Map.of())) {
      insert("user1", "a", "1");
      Transaction transaction = begin();
      transaction.put(table, "user1", fields("a", "2"));

      proxy.cutAtAnswer();
      requireFailure(Statuses.UNKNOWN, transaction::commit);
      assertThat(version("user1")).isEqualTo(transaction.versionMade(table, "user1"));
      assertThat(read("user1")).isEqualTo(Map.of("a", "2"));
    }
  }

  @Test
  void aCommitOfReadsWhoseAnswerIsLostHasFailed() throws Exception {
    try (TestProxy proxy = proxied(Map.of())) {
      insert("user1", "a", "1");
      Transaction transaction = begin();
      transaction.read(table, "user1");

      proxy.cutAtAnswer();
      requireFailure(Status.SERVICE_UNAVAILABLE, transaction::commit);
    }
  }

  @Test
  void aTransactionWhoseConnectionIsLostBeforeItsCommitHasChangedNothing() throws Exception {
    try (TestProxy proxy = proxied(Map.of())) {
      insert("user1", "a", "1");
      Transaction transaction = begin();
      transaction.put(table, "user1", fields("a", "2"));

      proxy.cut();
      requireFailure(
          Status.SERVICE_UNAVAILABLE, () -> transaction.put(table, "user2", fields("a", "3")));
      assertThat(read("user1")).isEqualTo(Map.of("a", "1"));
      assertThat(client.read(table, "user2", null, result)).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void aDatabaseThatKeepsSilentEndsEachCallInTime() throws Exception {
    try (TestProxy proxy = proxied(Map.of("timeout.ms", SHORT_MS))) {
      // Some may take longer than that.
      assertThat(answer(() -> insert("user1", "a", "1"))).isEqualTo(Status.OK);
      assertThat(answer(() -> update("user1", "a", "2"))).isEqualTo(Status.OK);

      proxy.keepSilent(true);
      assertThat(update("user1", "a", "3")).isEqualTo(Statuses.UNKNOWN);
      assertThat(update("user1", "a", "4")).isEqualTo(Status.SERVICE_UNAVAILABLE);
      proxy.keepSilent(false);
      result.clear();
      assertThat(answer(() -> client.read(table, "user1", null, result))).isEqualTo(Status.OK);
      assertThat(StringByteIterator.getStringMap(result)).isIn(Map.of("a", "2"), Map.of("a", "3"));
    }
  }

  @Test
  void withoutADatabaseWritesAreRefusedInTimeAndTheProcessDoesNotEnd() throws Exception {
    TestProxy proxy = proxied(Map.of("timeout.ms", SHORT_MS));
    insert("user1", "a", "1");
    proxy.close();

    assertThat(client.read(table, "user1", null, result)).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(update("user1", "a", "2")).isEqualTo(Status.SERVICE_UNAVAILABLE);
    requireFailure(Status.SERVICE_UNAVAILABLE, this::begin);
    assertThat(ends).isEmpty();
  }

  @Test
  void anAbsentDatabaseEndsTheProcessWithOneLineThatHasNoPassword() throws Exception {
    TestProxy closed = new TestProxy(address().getPort());
    closed.close();
    String url = "jdbc:%s://127.0.0.1:%d/nothing".formatted(protocol(), closed.port());
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(
            () ->
                reopen(
                    Map.of(
                        "url", url + "?password=secret1",
                        "password", "secret2",
                        "timeout.ms", "1000")));

    assertThat(ends)
        .singleElement()
        .asString()
        .startsWith("%s: no %s answered at %s within 1000 ms: ".formatted(binding(), title(), url))
        .doesNotContain("secret")
        .doesNotContain("\n");
  }

  @Test
  void anUnknownDatabaseIsRefusedAtOnceWithOneLineThatHasNoPassword() {
    String url = url().replaceFirst("/[a-z]+\\?", "/nothing?password=secret1&");
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> reopen(Map.of("url", url, "password", "secret2")));

    assertThat(ends)
        .singleElement()
        .asString()
        .startsWith("%s: %s at jdbc:".formatted(binding(), title()))
        .contains("refuses the connection: ")
        .doesNotContain("secret")
        .doesNotContain("\n");
  }

  @Test
  void anAddressOfAnotherDatabaseIsAMistakeThatIsToldWithoutIt() {
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> reopen(Map.of("url", "jdbc:h2:mem:x;PASSWORD=secret")));

    assertThat(ends)
        .containsExactly(
            "%1$s: %1$s.url must begin with jdbc:%2$s:".formatted(binding(), protocol()));
  }
}
