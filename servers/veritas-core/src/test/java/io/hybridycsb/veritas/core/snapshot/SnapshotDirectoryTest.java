package io.hybridycsb.veritas.core.snapshot;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestChain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotDirectoryTest {
  @TempDir private Path root;
  private final List<Integer> asked = new ArrayList<>();
  private Runnable afterScan = () -> {};
  private final StateStore store =
      new InMemoryStateStore() {
        @Override
        public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
          asked.add(limit);
          List<StateEntry> page = super.scan(from, to, limit);
          afterScan.run();
          return page;
        }
      };
  private final TestChain chain = new TestChain(new InMemoryLedgerStore(), store);

  private void block(long number) {
    chain.block(at(number).put("k" + number, "v".repeat(2000)).checked());
  }

  @Test
  void theNewestTwoAreKeptAndFoundAgainAndWhatWasBegunIsRemoved() throws Exception {
    SnapshotDirectory directory = new SnapshotDirectory(root);
    take(directory, 1, 2, 3, 4);
    assertThat(directory.list()).extracting(SnapshotInfo::height).containsExactly(4L, 3L);
    directory.newDirectory("writing");
    assertThat(new SnapshotDirectory(root).list())
        .extracting(SnapshotInfo::height)
        .containsExactly(4L, 3L);
    try (var entries = Files.list(root)) {
      assertThat(entries).hasSize(2);
    }
    assertThat(directory.newestHeight(100)).isEqualTo(4);
    assertThat(directory.newestHeight(3)).isEqualTo(3);
    assertThat(directory.newestHeight(2)).isZero();
  }

  @Test
  void aSnapshotThatOthersWereShownIsKeptForAsLongAsTheyFetchItAndSomeMinutes() {
    AtomicLong nowNs = new AtomicLong();
    SnapshotDirectory directory = new SnapshotDirectory(root, nowNs::get);
    take(directory, 1);
    long shown = directory.offer().get(0).position();
    take(directory, 2, 3, 4);
    assertThat(directory.list()).extracting(SnapshotInfo::height).containsExactly(4L, 3L, 1L);

    nowNs.addAndGet(TimeUnit.MINUTES.toNanos(2));
    assertThat(directory.chunk(shown, 0)).isPresent();
    nowNs.addAndGet(TimeUnit.MINUTES.toNanos(2));
    take(directory, 5);
    assertThat(directory.list()).extracting(SnapshotInfo::height).containsExactly(5L, 4L, 1L);

    nowNs.addAndGet(TimeUnit.MINUTES.toNanos(2));
    take(directory, 6);
    assertThat(directory.list()).extracting(SnapshotInfo::height).containsExactly(6L, 5L);
    assertThat(directory.chunk(shown, 0)).isEmpty();
  }

  @Test
  void thoseThatAreShownAllTheTimeAreNotKeptWithoutEnd() {
    SnapshotDirectory directory = new SnapshotDirectory(root, () -> 0);
    for (int i = 1; i <= 20; i++) {
      take(directory, i);
      assertThat(directory.offer()).hasSize(Math.min(i, 2));
    }
    assertThat(directory.list()).hasSize(10);
    assertThat(directory.list().get(9).height()).isEqualTo(11);
  }

  private void take(SnapshotDirectory directory, int... blocks) {
    for (int number : blocks) {
      block(number);
      TestSnapshots.take(chain, store, directory);
    }
  }

  @Test
  void aSnapshotThatWasBeingRemovedWhenItsNodeDiedDoesNotKeepTheNodeFromStarting()
      throws Exception {
    SnapshotDirectory directory = new SnapshotDirectory(root);
    take(directory, 1);
    Path halfRemoved = root.resolve(Long.toString(directory.list().get(0).position()));
    take(directory, 2);
    Files.delete(halfRemoved.resolve("metadata"));
    assertThat(new SnapshotDirectory(root).list())
        .extracting(SnapshotInfo::height)
        .containsExactly(2L);
    assertThat(halfRemoved).doesNotExist();
  }

  @Test
  void longRecordsAreReadAFewAtATime() {
    SnapshotDirectory directory = new SnapshotDirectory(root);
    for (int i = 1; i <= 60; i++) {
      chain.block(at(i).put("k" + i, "v".repeat(200_000)).checked());
    }
    SnapshotInfo info = TestSnapshots.take(chain, store, directory, 1 << 20);
    assertThat(asked).allSatisfy(limit -> assertThat(limit).isBetween(1, 20));
    assertThat(info.chunkHashes()).hasSizeGreaterThan(10);
  }

  @Test
  void aSnapshotDuringWhichTooMuchChangesIsGivenUp() {
    SnapshotDirectory directory = new SnapshotDirectory(root);
    block(1);
    afterScan = () -> chain.block(at(2).delete("k1").put("k2", "2").checked());
    assertThatThrownBy(() -> TestSnapshots.take(chain, store, directory, 1_000))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("too much changed");
    assertThat(directory.list()).isEmpty();
  }

  @Test
  void aStoreThatLacksARecordGivesNoSnapshot() {
    SnapshotDirectory directory = new SnapshotDirectory(root);
    block(1);
    assertThatThrownBy(() -> TestSnapshots.take(chain, new InMemoryStateStore(), directory))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("0 records were found instead of 1");
    assertThat(directory.list()).isEmpty();
  }

  @Test
  void snapshotsAreTakenAtMultiplesOfTheIntervalAndTheSameOnEveryNode() throws Exception {
    SnapshotDirectory directory = new SnapshotDirectory(root.resolve("one"));
    CountDownLatch taken = new CountDownLatch(1);
    try (Snapshots snapshots =
        new Snapshots(chain.data(), store, directory, 2, taken::countDown, Snapshots.thread())) {
      block(1);
      snapshots.committed();
      assertThat(directory.list()).isEmpty();
      block(2);
      snapshots.committed();
      assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
    }
    SnapshotInfo info = directory.list().get(0);
    assertThat(info.height()).isEqualTo(2);
    InMemoryStateStore otherStore = new InMemoryStateStore();
    TestChain other = new TestChain(new InMemoryLedgerStore(), otherStore);
    for (long i = 1; i <= 2; i++) {
      other.block(at(i).put("k" + i, "v".repeat(2000)).checked());
    }
    SnapshotInfo same =
        TestSnapshots.take(other, otherStore, new SnapshotDirectory(root.resolve("two")));
    assertThat(same.hash()).isEqualTo(info.hash());
    assertThat(same.position()).isEqualTo(info.position());
  }

  @Test
  void metadataCanBeReadAgainAndAnythingElseIsRefused() {
    SnapshotInfo info = new SnapshotInfo(9, 3, List.of(new byte[32], new byte[32]));
    SnapshotInfo read = SnapshotInfo.decode(9, info.metadata());
    assertThat(read.hash()).isEqualTo(info.hash());
    assertThat(read.chunkHashes()).hasSize(2);
    for (int length : new int[] {0, 7, 8, 39, 41}) {
      assertThatThrownBy(() -> SnapshotInfo.decode(9, new byte[length]))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> SnapshotInfo.decode(2, info.metadata()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
