package io.hybridycsb.it.veritas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.it.release.Ended;
import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.veritas.client.VerifiedRecord;
import io.hybridycsb.veritas.model.VeritasException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A record's past: of a node that lives, and after its death by SIGKILL. */
public final class PastReads {
  private static final String KEY = "past";
  private static final String FIELD = "f";

  private final VeritasCluster cluster;
  private final List<Long> heights = new ArrayList<>();

  private PastReads(VeritasCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Checks the second node.
   *
   * @param processes of it
   */
  public static void check(VeritasCluster cluster, String... processes) {
    PastReads reads = new PastReads(cluster);
    try (VeritasTestClient client = VeritasTestClient.patient(cluster)) {
      Session session = client.session(1);
      reads.write(session);
      reads.requireAll(session);
      cluster.kill(processes);
      cluster.restart(processes);
      reads.requireAll(session);
      reads.commands();
    }
  }

  private void write(Session session) {
    commit(session, txn -> txn.put(cluster.table(), KEY, fields("one")));
    commit(session, txn -> txn.merge(cluster.table(), KEY, fields("two")));
    commit(session, txn -> txn.delete(cluster.table(), KEY));
    commit(session, txn -> txn.put(cluster.table(), KEY, fields("three")));
  }

  private void commit(Session session, Consumer<Txn> write) {
    Txn txn = session.begin();
    write.accept(txn);
    CommitResult result = txn.commit();
    assertThat(result.status()).isEqualTo(CommitResult.Status.COMMITTED);
    heights.add(result.height());
  }

  private static Map<String, byte[]> fields(String value) {
    return Map.of(FIELD, value.getBytes(UTF_8));
  }

  private void requireAll(Session session) {
    List<Optional<String>> values =
        Stream.concat(Stream.of(heights.get(0) - 1), heights.stream())
            .map(height -> valueAt(session, height))
            .toList();
    assertThat(values)
        .containsExactly(
            Optional.empty(),
            Optional.of("one"),
            Optional.of("two"),
            Optional.empty(),
            Optional.of("three"));
    assertThatThrownBy(() -> session.verifyAt(cluster.table(), KEY, Long.MAX_VALUE))
        .isInstanceOf(VeritasException.Invalid.class)
        .hasMessageContaining("is newer than the newest block of node");
  }

  private Optional<String> valueAt(Session session, long height) {
    VerifiedRecord verified = session.verifyAt(cluster.table(), KEY, height);
    assertThat(verified.height()).isEqualTo(height);
    return verified.record().map(record -> new String(record.fields().get(FIELD), UTF_8));
  }

  private void commands() {
    Ended two = get(Long.toString(heights.get(1))).requireSuccess();
    assertThat(two.out()).contains("f=two", "verified at height " + heights.get(1) + ":");
    Ended none = get(Long.toString(heights.get(2)));
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.out()).contains("not found", "verified at height " + heights.get(2) + ":");
    Ended misunderstood = get("yesterday");
    assertThat(misunderstood.status()).isEqualTo(2);
    assertThat(misunderstood.err()).contains("a height is a whole number").hasLineCount(1);
  }

  private Ended get(String height) {
    return cluster.hybridOn("get", KEY, "--at", height, "--node", "node2", "--timeout", "60000");
  }
}
