package io.hybridycsb.veritas.server.audit;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.StatusReply;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateAuditTest {
  @TempDir private Path directory;
  @AutoClose private TestCluster cluster;
  private long timestamp;

  @BeforeEach
  void build() {
    cluster = new TestCluster(directory, 3);
    for (int i = 10; i < 20; i++) {
      decide(next().put("user" + i, "value " + i));
    }
  }

  private TestTransactions next() {
    return at(++timestamp);
  }

  private void decide(TestTransactions transaction) {
    cluster.decide(transaction.signedBy(TestKeys.client(1)));
  }

  private byte[] valueOf(String key) {
    return cluster.node(1).state().getAll(List.of(key(key).bytes())).get(0);
  }

  private void write(int node, String key, byte[] value) {
    cluster
        .node(node)
        .state()
        .apply(
            new StateBatch(
                cluster.node(node).state().appliedHeight(),
                List.of(new StateWrite(key(key).bytes(), value, true))));
  }

  @Test
  void aChangedByteOfAValueIsFoundWithNodeAndKey() {
    byte[] value = valueOf("user17").clone();
    value[value.length - 1] ^= 1;
    cluster.node(2).state().tamper(key("user17").bytes(), value);
    assertThat(cluster.audit().lines())
        .containsExactly("node2: t/user17: the state store holds version 8 with another content");
  }

  @Test
  void anOldValueIsFoundWithBothVersions() {
    byte[] old = valueOf("user17");
    decide(next().merge("user17", "later"));
    cluster.node(3).state().tamper(key("user17").bytes(), old);
    assertThat(cluster.audit().lines())
        .containsExactly("node3: t/user17: the state store holds version 8, the ledger says 11");
  }

  @Test
  void missingAndAdditionalRecordsAreFound() {
    write(1, "user10", null);
    write(2, "user19", null);
    write(2, "user12", null);
    write(3, "aaa", StateValue.put(7, Fields.EMPTY));
    write(3, "zzz", StateValue.put(9, Fields.EMPTY));
    assertThat(cluster.audit().lines())
        .containsExactlyInAnyOrder(
            "node1: t/user10: the state store has no such record, the ledger has version 1",
            "node2: t/user12: the state store has no such record, the ledger has version 3",
            "node2: t/user19: the state store has no such record, the ledger has version 10",
            "node3: t/aaa: the state store holds version 7, the ledger has none",
            "node3: t/zzz: the state store holds version 9, the ledger has none");
  }

  @Test
  void whatIsCommittedDuringTheScanIsNoFinding() {
    for (TestCluster.TestNode node : cluster.nodes()) {
      node.duringScan(
          () -> {
            decide(next().merge("user15", "first"));
            decide(next().merge("user15", "second"));
            decide(next().put("user14x", "new"));
            decide(next().delete("user18"));
            decide(next().delete("user13"));
          });
    }
    assertThat(cluster.audit().lines()).isEmpty();
  }

  @Test
  void tamperingIsFoundWhileOtherKeysAreWritten() {
    cluster.node(2).state().tamper(key("user11").bytes(), StateValue.put(2, Fields.EMPTY));
    cluster.node(1).duringScan(() -> decide(next().merge("user15", "first")));
    cluster.node(2).duringScan(() -> decide(next().merge("user16", "second")));
    assertThat(cluster.audit().lines())
        .containsExactly("node2: t/user11: the state store holds version 2 with another content");
  }

  @Test
  void aNodeThatLiesAboutAnotherRecordInEachScanIsFound() {
    int[] scans = {0};
    NodeState liar =
        scanning(
            consumer -> {
              ByteKey victim = key("user1" + scans[0]++);
              cluster
                  .node(1)
                  .forEachEntry(
                      (key, value) -> {
                        byte[] told = value.clone();
                        told[value.length - 1] ^= (byte) (victim.equals(new ByteKey(key)) ? 1 : 0);
                        consumer.accept(key, told);
                      });
            });
    assertThat(cluster.audit(List.of(liar)).lines())
        .containsExactly("node1: t/user10: the state store holds version 1 with another content");
  }

  @Test
  void aStateStoreThatIsBeingRebuiltIsReadAgain() {
    byte[] old = valueOf("user17");
    decide(next().merge("user17", "later"));
    byte[] deleted = valueOf("user11");
    decide(next().delete("user11"));
    byte[] now = valueOf("user17");
    cluster.node(1).state().tamper(key("user17").bytes(), old);
    cluster.node(1).state().tamper(key("user11").bytes(), deleted);
    int[] scans = {0};
    NodeState rebuilding =
        scanning(
            consumer -> {
              if (scans[0]++ == 1) {
                cluster.node(1).state().tamper(key("user17").bytes(), now);
                write(1, "user11", null);
              }
              cluster.node(1).forEachEntry(consumer);
            });
    assertThat(cluster.audit(List.of(rebuilding)).lines()).isEmpty();
    assertThat(scans[0]).isEqualTo(2);
  }

  @Test
  void aScanOfEverNewRecordsEnds() {
    StateScan scan = new StateScan(new StateReplay(), new ByteKey[0], 1);
    scan.take(key("a").bytes(), StateValue.put(1, Fields.EMPTY));
    assertThatExceptionOfType(VeritasException.class)
        .isThrownBy(() -> scan.take(key("b").bytes(), StateValue.put(1, Fields.EMPTY)))
        .withMessage("it has more than 1 records that the ledger doesn't have");
  }

  @Test
  void aNodeThatCantBeReachedIsNamed() {
    NodeState dead =
        stating(
            "node3",
            () -> {
              throw new VeritasException.Unavailable("no connection to 127.0.0.1:1");
            });
    assertThat(cluster.audit(List.of(cluster.node(1), dead)).lines())
        .containsExactly(
            "node3: its state store can't be read, so it was not checked: no connection to"
                + " 127.0.0.1:1");
  }

  @Test
  void aNodeThatSaysMoreThanItsDiskHoldsIsNamed() {
    NodeState boasting =
        stating("node3", () -> cluster.node(3).status().toBuilder().setDecidedHeight(99).build());
    assertThat(cluster.audit(List.of(boasting)).lines())
        .containsExactly("node3: it says that it has height 99, but its ledger on disk ends at 10");
  }

  @Test
  void aNodeThatServesAnotherChainThanItsDiskHoldsIsNamed() {
    NodeState other =
        stating("node2", () -> cluster.node(2).status().toBuilder().clearDecidedHash().build());
    assertThat(cluster.audit(List.of(other)).lines())
        .containsExactly("node2: height 10: the node's own chain isn't that of its ledger on disk");
  }

  /** A node that tells the truth about its state, whatever its status. */
  private NodeState stating(String name, Supplier<StatusReply> status) {
    return node(name, status, cluster.node(1)::forEachEntry);
  }

  /** The first node, with scans of its own. */
  private NodeState scanning(Consumer<BiConsumer<byte[], byte[]>> scan) {
    return node("node1", cluster.node(1)::status, scan);
  }

  private static NodeState node(
      String name, Supplier<StatusReply> status, Consumer<BiConsumer<byte[], byte[]>> scan) {
    return new NodeState() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public StatusReply status() {
        return status.get();
      }

      @Override
      public void forEachEntry(BiConsumer<byte[], byte[]> consumer) {
        scan.accept(consumer);
      }

      @Override
      public void close() {}
    };
  }
}
