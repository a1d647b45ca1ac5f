package io.hybridycsb.it.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.history.Operation;
import io.hybridycsb.harness.check.history.Verdict;
import io.hybridycsb.harness.check.serializability.SerializabilityChecker;
import io.hybridycsb.harness.check.serializability.TransactionRecord;
import io.hybridycsb.it.cluster.TestClient;
import io.hybridycsb.it.ycsb.YcsbHistory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Calls of many threads and what they answered, recorded for the checkers. */
public final class RecordedHistory {
  private final TestClient client;
  private final Collection<Operation> operations = new ConcurrentLinkedQueue<>();
  private final Collection<TransactionRecord> transactions = new ConcurrentLinkedQueue<>();

  public RecordedHistory(TestClient client) {
    this.client = client;
  }

  /** A read that no node could serve is not recorded. */
  public void get(int node, String key) {
    long invoked = System.nanoTime();
    Optional<String> value;
    try {
      value = client.get(node, key);
    } catch (RuntimeException e) {
      return;
    }
    operations.add(Operation.read(process(), key, value.orElse(null), invoked, System.nanoTime()));
  }

  public void put(int node, String key, String value) {
    long invoked = System.nanoTime();
    long completed = completed(client.put(node, key, value));
    if (completed > 0) {
      operations.add(Operation.write(process(), key, value, invoked, completed));
    }
  }

  public void delete(int node, String key) {
    long invoked = System.nanoTime();
    long completed = completed(client.delete(node, key));
    if (completed > 0) {
      operations.add(Operation.delete(process(), key, invoked, completed));
    }
  }

  /** When the write took effect at the latest; 0 if it never did. */
  private static long completed(TestClient.Outcome outcome) {
    return switch (outcome) {
      case COMMITTED -> System.nanoTime();
      case UNKNOWN -> Operation.NEVER;
      case ABORTED, NOT_TRIED -> 0;
    };
  }

  public void transact(int node, List<String> read, List<String> written) {
    client.transact(node, read, written).ifPresent(transactions::add);
  }

  private static String process() {
    return Thread.currentThread().getName();
  }

  /** How many operations may have taken effect, and transactions were tried, so far. */
  public int size() {
    return operations.size() + transactions.size();
  }

  public void requireLinearizable() {
    assertThat(operations)
        .as("a read that found a value")
        .anyMatch(one -> one.found() != null && one.found().isPresent());
    Verdict verdict = YcsbHistory.checker().check(new ArrayList<>(operations));
    assertThat(verdict).as("linearizability").matches(Verdict::holds);
  }

  public void requireStrictlySerializable() {
    List<TransactionRecord> history = transactions.stream().map(client::settled).toList();
    assertThat(history)
        .as("a committed transaction that has read what another wrote, and written")
        .anyMatch(
            one ->
                one.outcome() == TransactionRecord.Outcome.COMMITTED
                    && !one.writes().isEmpty()
                    && one.reads().values().stream()
                        .anyMatch(version -> version != TransactionRecord.ABSENT));
    Verdict verdict = SerializabilityChecker.strictlySerializable(history);
    assertThat(verdict).as("strict serializability").matches(Verdict::holds);
  }
}
