package io.hybridycsb.veritas.core.snapshot;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.snapshot.SnapshotRestore.WrongSnapshot;
import io.hybridycsb.veritas.core.snapshot.SnapshotTaker.ChunkOutput;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestChain;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.Outcome;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotRestoreTest {
  private static final CheckedTransaction FIRST = at(7).put("a", "1").put("b", "2").checked();

  @TempDir private Path root;
  private final InMemoryStateStore store = new InMemoryStateStore();
  private final TestChain chain = new TestChain(new InMemoryLedgerStore(), store);
  private final InMemoryLedgerStore ledger = new InMemoryLedgerStore();
  private SnapshotDirectory taken;
  private SnapshotDirectory restored;
  private SnapshotInfo info;
  private byte[] hash;

  @BeforeEach
  void take() {
    taken = new SnapshotDirectory(root.resolve("taken"));
    restored = new SnapshotDirectory(root.resolve("restored"));
    chain.block(FIRST);
    chain.block(at(8).put("b", "3").checked(), at(9).read("b", 5).put("c", "4").checked());
    info = TestSnapshots.take(chain, store, taken);
    hash = chain.ledger().head().hash();
  }

  private void restore() throws WrongSnapshot, IOException {
    TestSnapshots.restore(taken, info, hash, restored, ledger);
  }

  private void expectFilled(LedgerStore ledger, SnapshotDirectory snapshots) {
    InMemoryStateStore other = new InMemoryStateStore();
    new TestChain(ledger, other, snapshots);
    assertThat(TestLedger.content(other)).isEqualTo(TestLedger.content(store));
  }

  @Test
  void aRestoredNodeGoesOnLikeTheOthers() throws Exception {
    restore();
    InMemoryStateStore other = new InMemoryStateStore();
    TestChain follower = new TestChain(ledger, other, restored);
    CheckedTransaction[] next = {at(20).merge("a", "5").checked(), at(21).delete("b").checked()};
    assertThat(follower.block(next)).isEqualTo(chain.block(next));
    assertThat(follower.ledger().head().hash()).isEqualTo(chain.ledger().head().hash());
    assertThat(TestLedger.content(other)).isEqualTo(TestLedger.content(store));
    assertThat(follower.ledger().firstHeight()).isEqualTo(2);
    assertThatThrownBy(() -> follower.ledger().block(1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no block at height 1: it was restored from a snapshot, at height 2");
  }

  @Test
  void aRestoredNodeRefusesDuplicatesOfTransactionsThatStandBeforeItsFirstBlock() throws Exception {
    restore();
    TestChain follower = new TestChain(ledger, new InMemoryStateStore(), restored);
    assertThat(follower.block(FIRST)).containsExactly(Outcome.DUPLICATE);
  }

  @Test
  void aRestoredNodeWhoseStateStoreIsLostFillsItFromTheSnapshotAndTheBlocksSince()
      throws Exception {
    restore();
    new TestChain(ledger, new InMemoryStateStore(), restored).block(at(20).put("z", "5").checked());
    chain.block(at(20).put("z", "5").checked());
    expectFilled(ledger, new SnapshotDirectory(root.resolve("restored")));
  }

  @Test
  void withoutItsSnapshotARestoredNodeCanNotFillItsStateStoreAndSaysSo() throws Exception {
    restore();
    assertThatThrownBy(() -> new TestChain(ledger, new InMemoryStateStore()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the node has to start afresh");
  }

  @Test
  void aNodeWithAllBlocksDoesWithoutADamagedSnapshot() throws Exception {
    Files.write(root.resolve("taken").resolve(Long.toString(info.position())).resolve("0"), hash);
    expectFilled(chain.ledger().store(), taken);
  }

  @Test
  void aChunkThatWasChangedIsNotTaken() throws Exception {
    byte[] chunk = taken.chunk(info.position(), 0).orElseThrow();
    SnapshotRestore restore =
        new SnapshotRestore(restored, ledger, SparseMerkleTree.inMemory(), info, hash);
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      byte[] changed = chunk.clone();
      changed[random.nextInt(chunk.length)] ^= (byte) (1 << random.nextInt(8));
      assertThat(restore.take(0, changed)).isFalse();
    }
    assertThat(restore.take(1, chunk)).isFalse();
    assertThat(restore.take(-1, chunk)).isFalse();
    assertThat(restore.take(0, chunk)).isTrue();
  }

  @Test
  void aChunkThatIsLongerThanAnyIsNotTaken() throws Exception {
    byte[] chunk = new byte[SnapshotInfo.CHUNK_BYTES + 1];
    SnapshotInfo lie = new SnapshotInfo(9, 3, List.of(Hashes.sha256(chunk)));
    SnapshotRestore restore =
        new SnapshotRestore(restored, ledger, SparseMerkleTree.inMemory(), lie, hash);
    assertThat(restore.take(0, chunk)).isFalse();
  }

  @Test
  void aSnapshotOfABlockThatNobodySignedIsRefused() {
    hash = hash.clone();
    hash[5]++;
    assertThatThrownBy(this::restore)
        .isInstanceOf(WrongSnapshot.class)
        .hasMessageContaining("isn't the one that the validators have signed");
  }

  /** The parts of a snapshot, for whoever makes up another one. */
  private static final class Parts {
    private byte[] block;
    private final List<byte[]> index = new ArrayList<>();
    private final List<StateEntry> entries = new ArrayList<>();
  }

  private Parts parts() throws IOException {
    Parts parts = new Parts();
    Path directory = root.resolve("taken").resolve(Long.toString(info.position()));
    try (DataInputStream in = SnapshotDirectory.open(directory, info)) {
      parts.block = SnapshotContent.readPart(in, SnapshotContent.BLOCK_BYTES_MAX);
      for (long height = 1; height <= info.height(); height++) {
        parts.index.add(SnapshotContent.readPart(in, SnapshotContent.INDEX_RECORD_BYTES_MAX));
      }
      SnapshotContent.readEntries(in, parts.entries::add);
    }
    return parts;
  }

  private void replaceBy(Parts parts) throws IOException {
    Path directory = taken.newDirectory("made-up");
    ChunkOutput chunks = new ChunkOutput(directory);
    try (DataOutputStream out = new DataOutputStream(chunks)) {
      SnapshotContent.writePart(out, parts.block, SnapshotContent.BLOCK_BYTES_MAX);
      for (byte[] each : parts.index) {
        SnapshotContent.writePart(out, each, SnapshotContent.INDEX_RECORD_BYTES_MAX);
      }
      for (StateEntry entry : parts.entries) {
        SnapshotContent.writeEntry(out, entry.key(), entry.value());
      }
      SnapshotContent.writeEnd(out);
    }
    info = new SnapshotInfo(info.position(), info.height(), chunks.hashes());
    taken.publish(directory, info);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"block", "index changed", "index missing", "value", "key", "one missing", "order"})
  void aSnapshotThatDoesNotFollowFromTheSignedHeaderIsRefusedAndLeavesNothing(String lie)
      throws Exception {
    Parts honest = parts();
    Parts parts = parts();
    StateEntry first = parts.entries.get(0);
    switch (lie) {
      case "block" -> parts.block[parts.block.length - 1]++;
      case "index changed" -> parts.index.get(0)[3]++;
      case "index missing" -> parts.index.set(0, new byte[0]);
      case "value" -> first.value()[9]++;
      case "key" -> first.key()[first.key().length - 1]--;
      case "one missing" -> parts.entries.remove(0);
      default -> parts.entries.add(parts.entries.remove(0));
    }
    replaceBy(parts);
    assertThatThrownBy(this::restore).isInstanceOf(WrongSnapshot.class);
    assertThat(ledger.height()).isZero();
    assertThat(restored.list()).isEmpty();

    replaceBy(honest);
    restore();
    expectFilled(ledger, restored);
  }

  @Test
  void aSnapshotThatEndsTooEarlyIsRefused() throws Exception {
    Path directory = taken.newDirectory("short");
    ChunkOutput chunks = new ChunkOutput(directory);
    try (chunks) {
      byte[] whole = taken.chunk(info.position(), 0).orElseThrow();
      chunks.write(whole, 0, whole.length - 5);
    }
    info = new SnapshotInfo(info.position(), info.height(), chunks.hashes());
    taken.publish(directory, info);
    assertThatThrownBy(this::restore).isInstanceOf(WrongSnapshot.class);
  }

  /** The first of many announced chunks, of which only this one is ever sent. */
  private void takeFirstOfMany(byte[] chunk) throws Exception {
    SnapshotInfo many =
        new SnapshotInfo(
            info.position(),
            info.height(),
            List.of(Hashes.sha256(chunk), new byte[Hashes.BYTES], new byte[Hashes.BYTES]));
    new SnapshotRestore(restored, ledger, SparseMerkleTree.inMemory(), many, hash).take(0, chunk);
  }

  @Test
  void aWrongBlockIsRefusedWithItsChunkBeforeFurtherOnesCome() throws Exception {
    Parts parts = parts();
    parts.block[parts.block.length / 2]++;
    replaceBy(parts);
    byte[] chunk = taken.chunk(info.position(), 0).orElseThrow();
    assertThatThrownBy(() -> takeFirstOfMany(chunk)).isInstanceOf(WrongSnapshot.class);
    assertThat(root.resolve("restored")).isEmptyDirectory();
    assertThat(ledger.height()).isZero();
  }

  @Test
  void aPartThatIsLongerThanNodesMakeThemIsRefusedWithItsLength() {
    byte[] length = ByteBuffer.allocate(4).putInt(SnapshotContent.BLOCK_BYTES_MAX + 1).array();
    assertThatThrownBy(() -> takeFirstOfMany(length))
        .isInstanceOf(WrongSnapshot.class)
        .hasMessageContaining("a part has 109051905 bytes, where at most 109051904 are allowed");
  }

  @Test
  void whatIsCutAnywhereIntoChunksIsTaken() throws Exception {
    byte[] whole = taken.chunk(info.position(), 0).orElseThrow();
    List<byte[]> chunks = new ArrayList<>();
    for (int at = 0; at < whole.length; at += 3) {
      chunks.add(Arrays.copyOfRange(whole, at, Math.min(whole.length, at + 3)));
    }
    SnapshotInfo cut =
        new SnapshotInfo(
            info.position(), info.height(), chunks.stream().map(Hashes::sha256).toList());
    SnapshotRestore restore =
        new SnapshotRestore(restored, ledger, SparseMerkleTree.inMemory(), cut, hash);
    for (int i = chunks.size() - 1; i >= 0; i--) {
      assertThat(restore.take(i, chunks.get(i))).isTrue();
    }
    restore.finish();
    expectFilled(ledger, restored);
  }
}
