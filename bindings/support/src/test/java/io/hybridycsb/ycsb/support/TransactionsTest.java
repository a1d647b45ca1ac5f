package io.hybridycsb.ycsb.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.Status;

/** How a workload reaches its thread's transactions, and what a history says of them. */
class TransactionsTest {
  @TempDir private Path dir;
  private final Map<String, Map<String, byte[]>> records = new TreeMap<>();
  private final FakeDb db = new FakeDb(records, line -> {});

  @AfterEach
  void unbind() {
    db.cleanup();
  }

  /** A transaction on a map, whose system does not tell the outcome at first. */
  private static class MapTransaction extends BufferedTransaction<Integer> {
    private final Map<RecordName, Map<String, byte[]>> system;
    private final Status outcome;
    private int fetched;

    MapTransaction(Map<RecordName, Map<String, byte[]>> system, Status outcome) {
      this.system = system;
      this.outcome = outcome;
    }

    @Override
    protected Fetched<Integer> fetch(RecordName record) {
      fetched++;
      return new Fetched<>(0, Optional.ofNullable(system.get(record)));
    }

    @Override
    protected Status commit(
        Map<RecordName, Fetched<Integer>> reads,
        Map<RecordName, Optional<Map<String, byte[]>>> writes) {
      writes.forEach((name, fields) -> system.put(name, fields.orElse(null)));
      if (outcome.equals(Statuses.UNKNOWN)) {
        throw new FailedOperation(outcome, "no answer");
      }
      return outcome;
    }

    @Override
    public Status settle() {
      return Status.OK;
    }
  }

  private final Map<RecordName, Map<String, byte[]>> system = new HashMap<>();

  private void store(String key, Map<String, byte[]> fields) {
    MapTransaction transaction = new MapTransaction(system, Status.OK);
    transaction.put("t", key, fields);
    transaction.commit();
  }

  private long version(String key) {
    return new MapTransaction(system, Status.OK).read("t", key).orElseThrow().version();
  }

  private void process(int ms) throws Exception {
    db.withTransactions(() -> new MapTransaction(system, Status.OK));
    db.withProcedures(calls -> List.of());
    db.getProperties().setProperty("hybrid.processing.ms", Integer.toString(ms));
    db.init();
  }

  @Test
  void aTransactionIsProcessedOnceBeforeItsWrites() throws Exception {
    process(200);
    Transaction transaction = Transactions.ofThread().begin();
    long startNs = System.nanoTime();
    transaction.put("t", "a", Map.of());
    long firstNs = System.nanoTime();
    for (int i = 0; i < 50; i++) {
      transaction.merge("t", "b", Map.of());
      transaction.delete("t", "c");
    }
    assertThat(transaction.commit()).isEqualTo(Status.OK);
    assertThat(firstNs - startNs).isGreaterThanOrEqualTo(200_000_000);
    assertThat(System.nanoTime() - firstNs).isLessThan(50 * 200_000_000L);
    assertThat(system).containsKey(new RecordName("t", "a"));
  }

  @Test
  void callsThatAreHandedOverTogetherAreProcessedOnce() throws Exception {
    process(20);
    long startNs = System.nanoTime();
    assertThat(Transactions.ofThread().procedures().orElseThrow().call(List.of())).isEmpty();
    assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(20_000_000);
  }

  /** The time limit is below the minute that it would wait. */
  @Test
  @Timeout(50)
  void aTransactionWithoutWritesIsNotProcessed() throws Exception {
    process(60_000);
    Transaction transaction = Transactions.ofThread().begin();
    assertThat(transaction.read("t", "nobody")).isEmpty();
    assertThat(transaction.commit()).isEqualTo(Status.OK);
  }

  @Test
  void aThreadWithoutABindingHasNoTransactions() {
    assertThatExceptionOfType(FailedOperation.class)
        .isThrownBy(Transactions::ofThread)
        .matches(e -> e.status().equals(Status.NOT_IMPLEMENTED));
  }

  @Test
  void aBindingWithoutTransactionsSaysSo() throws Exception {
    db.setProperties(new Properties());
    db.init();

    assertThatExceptionOfType(FailedOperation.class)
        .isThrownBy(Transactions::ofThread)
        .withMessage("fake has no transactions over several records")
        .matches(e -> e.status().equals(Status.NOT_IMPLEMENTED));
  }

  @Test
  void aTransactionReadsItsOwnWritesAndEachRecordOnce() {
    store("k", Map.of("a", new byte[] {1}));
    MapTransaction transaction = new MapTransaction(system, Status.OK);

    long seen = transaction.read("t", "k").orElseThrow().version();
    store("k", Map.of("a", new byte[] {2}));
    assertThat(transaction.read("t", "k").orElseThrow().version()).isEqualTo(seen);
    transaction.merge("t", "k", Map.of("b", new byte[] {5}));
    assertThat(transaction.read("t", "k").orElseThrow().fields())
        .containsOnly(Map.entry("a", new byte[] {1}), Map.entry("b", new byte[] {5}));
    transaction.delete("t", "k");
    assertThat(transaction.read("t", "k")).isEmpty();
    assertThat(transaction.fetched).isOne();
  }

  @Test
  void aTransactionThatHasEndedTakesNothingMore() {
    MapTransaction transaction = new MapTransaction(system, Status.OK);
    transaction.commit();

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> transaction.put("t", "k", Map.of()));
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(transaction::commit);
  }

  @Test
  void aHistoryHasALineForEachTransactionWithTheVersionsThatItReadAndMade() throws Exception {
    store("k", Map.of("a", new byte[] {1}));
    long before = version("k");
    Path file = dir.resolve("history.jsonl");
    db.withTransactions(() -> new MapTransaction(system, Status.OK)).setProperties(history(file));
    db.init();
    Transaction transaction = Transactions.ofThread().begin();
    transaction.read("t", "k");
    transaction.read("t", "absent");
    transaction.put("t", "k", Map.of("a", new byte[] {2}));
    transaction.read("t", "k");
    transaction.commit();
    Transactions.ofThread().begin().abort();
    db.cleanup();

    List<JsonNode> lines = lines(file);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).get("op").asText()).isEqualTo("transaction");
    assertThat(lines.get(0).get("status").asText()).isEqualTo("OK");
    assertThat(lines.get(0).get("reads"))
        .hasToString(
            "[{\"table\":\"t\",\"key\":\"k\",\"version\":%d},".formatted(before)
                + "{\"table\":\"t\",\"key\":\"absent\",\"version\":0}]");
    assertThat(lines.get(0).get("writes"))
        .hasToString("[{\"table\":\"t\",\"key\":\"k\",\"version\":%d}]".formatted(version("k")));
    assertThat(version("k")).isGreaterThan(before);
    assertThat(lines.get(1).get("status").asText()).isEqualTo("ABORTED");
    assertThat(lines.get(1).get("id").asText()).isNotEqualTo(lines.get(0).get("id").asText());
  }

  @Test
  void anOutcomeThatIsUnknownIsRecordedAtOnceAndWhatBecameOfItAtTheEnd() throws Exception {
    Path file = dir.resolve("history.jsonl");
    Transaction transaction = begun(file, () -> new MapTransaction(system, Statuses.UNKNOWN));
    transaction.put("t", "k", Map.of("a", new byte[] {2}));

    assertThatExceptionOfType(FailedOperation.class).isThrownBy(transaction::commit);
    db.cleanup();

    assertThat(lines(file)).hasSize(2);
    assertThat(lines(file).get(0).get("status").asText()).isEqualTo("UNKNOWN");
    requireDecided(lines(file).get(1), lines(file).get(0), "OK");
  }

  /** A line that tells what has become of another line's transaction, which has written k. */
  private void requireDecided(JsonNode line, JsonNode first, String status) {
    assertThat(line.get("op").asText()).isEqualTo("decided");
    assertThat(line.get("thread")).isEqualTo(first.get("thread"));
    assertThat(line.get("id")).isEqualTo(first.get("id"));
    assertThat(line.get("status").asText()).isEqualTo(status);
    assertThat(line.get("completed_ns").asLong())
        .isGreaterThanOrEqualTo(first.get("completed_ns").asLong());
    assertThat(line.get("writes"))
        .hasToString("[{\"table\":\"t\",\"key\":\"k\",\"version\":%d}]".formatted(version("k")));
  }

  @Test
  void aDeleteIsMarkedAndTheRecordGoesOnWithGreaterVersionsWhenItComesBack() throws Exception {
    store("k", Map.of("a", new byte[] {1}));
    Path file = dir.resolve("history.jsonl");
    Transaction deletes = begun(file, () -> new MapTransaction(system, Status.OK));
    deletes.put("t", "k", Map.of());
    deletes.delete("t", "k");
    deletes.delete("t", "other");
    deletes.put("t", "other", Map.of());
    deletes.commit();
    store("k", Map.of("a", new byte[] {3}));
    db.cleanup();

    JsonNode writes = lines(file).get(0).get("writes");
    assertThat(writes.get(0).get("deleted").asBoolean()).isTrue();
    assertThat(writes.get(0).get("version").asLong()).isLessThan(version("k"));
    assertThat(writes.get(1).has("deleted")).isFalse();
  }

  @Test
  void theDeleteOfWhatIsNotThereIsNoWriteIfItIsCommitted() throws Exception {
    for (Status outcome : List.of(Status.OK, Status.BATCHED_OK)) {
      Path file = dir.resolve(outcome.getName());
      Transaction transaction = begun(file, () -> new MapTransaction(system, outcome));
      transaction.delete("t", "absent");
      transaction.commit();
      db.cleanup();

      assertThat(lines(file).get(0).get("writes"))
          .hasToString(
              outcome.equals(Status.OK)
                  ? "[]"
                  : "[{\"table\":\"t\",\"key\":\"absent\",\"deleted\":true}]");
    }
  }

  @Test
  void whatASystemHasOnlyAcceptedIsRecordedAsThat() throws Exception {
    Path file = dir.resolve("history.jsonl");
    Transaction transaction = begun(file, () -> new MapTransaction(system, Status.BATCHED_OK));
    transaction.put("t", "k", Map.of("a", new byte[] {2}));

    assertThat(transaction.commit()).isEqualTo(Status.BATCHED_OK);
    db.cleanup();

    assertThat(lines(file)).hasSize(1);
    assertThat(lines(file).get(0).get("status").asText()).isEqualTo("BATCHED_OK");
  }

  @Test
  void whatBecameOfAnAcceptedTransactionIsRecordedWhenItIsTold() throws Exception {
    for (Status outcome : List.of(Status.OK, Statuses.ABORTED)) {
      Path file = dir.resolve(outcome.getName());
      CompletableFuture<Status> decision = new CompletableFuture<>();
      long acceptedNs = commit(file, decision);
      AtomicReference<Status> told = new AtomicReference<>();
      Transactions.ofThread().whenKnown(accepted, Status.BATCHED_OK, told::set);

      decision.complete(outcome);
      db.cleanup();

      assertThat(told).hasValue(outcome);
      assertThat(lines(file)).hasSize(2);
      requireDecided(lines(file).get(1), lines(file).get(0), outcome.getName());
      assertThat(lines(file).get(1).get("completed_ns").asLong())
          .as("it may have taken effect after it was accepted")
          .isGreaterThan(acceptedNs);
    }
  }

  @Test
  void anAcceptedTransactionThatIsNeverDecidedHasOneLine() throws Exception {
    Path file = dir.resolve("history.jsonl");
    commit(file, new CompletableFuture<>());
    db.cleanup();

    assertThat(lines(file)).hasSize(1);
    assertThat(lines(file).get(0).get("status").asText()).isEqualTo("BATCHED_OK");
  }

  private Transaction accepted;

  /** Begins, and commits what is only accepted; returns the time then. */
  private long commit(Path file, CompletableFuture<Status> decision) throws Exception {
    accepted =
        begun(
            file,
            () ->
                new MapTransaction(system, Status.BATCHED_OK) {
                  @Override
                  public Optional<CompletableFuture<Status>> decision() {
                    return Optional.of(decision);
                  }
                });
    accepted.put("t", "k", Map.of("a", new byte[] {2}));
    assertThat(accepted.commit()).isEqualTo(Status.BATCHED_OK);
    return System.nanoTime();
  }

  @Test
  void aRecordsVersionsRiseAndAreNoFieldOfIt() {
    store("k", Map.of("a", new byte[] {1}));
    long first = version("k");
    store("k", Map.of("a", new byte[] {2}));

    assertThat(first).isGreaterThan(1);
    assertThat(version("k")).isGreaterThan(first);
    Map<String, byte[]> stored = system.get(new RecordName("t", "k"));
    assertThat(stored).hasSize(2);
    assertThat(RecordVersion.hide(stored)).containsOnlyKeys("a");
  }

  private Transaction begun(Path file, Supplier<Transaction> begin) throws Exception {
    db.withTransactions(begin).setProperties(history(file));
    db.init();
    return Transactions.ofThread().begin();
  }

  private static Properties history(Path file) {
    Properties properties = new Properties();
    properties.setProperty("hybrid.history", file.toString());
    return properties;
  }

  /** Without the first and the last. */
  private static List<JsonNode> lines(Path file) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines.subList(1, lines.size() - 1);
  }
}
