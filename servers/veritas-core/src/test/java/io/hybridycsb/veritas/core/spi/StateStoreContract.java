package io.hybridycsb.veritas.core.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.txn.TransactionLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link StateStore} keeps to. */
public abstract class StateStoreContract extends StateStoreSnapshots {
  private static final int PATIENCE_SECONDS = 120;
  private static final byte[] LOWEST = {};
  private static final byte[] ABOVE_ALL = filled(40, 0xff);

  /** Opens the database of this test; the first time in a test it must be empty. */
  protected abstract StateStore open() throws Exception;

  /** Whether what was applied is there after reopening; otherwise nothing is, not even a height. */
  protected boolean outlivesItsProcess() {
    return true;
  }

  @BeforeEach
  final void openStore() throws Exception {
    store = open();
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  @Test
  void aNewStoreIsEmptyAtHeightZero() {
    assertThat(store.appliedHeight()).isZero();
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly((byte[]) null);
    assertThat(store.scan(LOWEST, ABOVE_ALL, 10)).isEmpty();
  }

  @Test
  void readsAnswerInTheOrderOfTheirKeysWithNullForAbsentOnes() {
    store.apply(new StateBatch(1, List.of(create("a", "1"), create("b", "2"))));
    assertThat(store.getAll(List.of(bytes("b"), bytes("x"), bytes("a"), bytes("b"))))
        .containsExactly(bytes("2"), null, bytes("1"), bytes("2"));
    assertThat(store.getAll(List.of())).isEmpty();
  }

  @Test
  void keysSortAsUnsignedBytes() {
    List<byte[]> sorted =
        List.of(
            new byte[] {0},
            new byte[] {0, 0},
            new byte[] {0, (byte) 0xff},
            new byte[] {'a'},
            new byte[] {'a', 0},
            new byte[] {'a', 0, 'k'},
            new byte[] {'a', '\r', '\n'},
            new byte[] {'a', '*', '[', '('},
            new byte[] {'a', 'b'},
            new byte[] {0x7f},
            new byte[] {(byte) 0x80},
            new byte[] {(byte) 0xff},
            new byte[] {(byte) 0xff, 0},
            new byte[] {(byte) 0xff, (byte) 0xff});
    List<StateWrite> writes = new ArrayList<>();
    for (int i = sorted.size() - 1; i >= 0; i--) {
      writes.add(new StateWrite(sorted.get(i), new byte[] {(byte) i}, true));
    }
    store.apply(new StateBatch(1, writes));

    List<StateEntry> entries = store.scan(LOWEST, ABOVE_ALL, 100);
    assertThat(entries).extracting(StateEntry::key).containsExactlyElementsOf(sorted);
    for (int i = 0; i < sorted.size(); i++) {
      assertThat(entries.get(i).value()).containsExactly(i);
    }
    assertThat(store.getAll(sorted)).extracting(value -> (int) value[0]).isSorted();
  }

  @Test
  void aScanIncludesItsStartAndExcludesItsEnd() {
    store.apply(new StateBatch(1, List.of(create("b", "2"), create("a", "1"), create("c", "3"))));
    assertThat(keys("a", "c", 10)).containsExactly("a", "b");
    assertThat(keys("a", "c!", 10)).containsExactly("a", "b", "c");
    assertThat(keys("a!", "z", 10)).containsExactly("b", "c");
    assertThat(keys("a", "z", 2)).containsExactly("a", "b");
    assertThat(keys("a", "z", 0)).isEmpty();
    assertThat(keys("b", "b", 10)).isEmpty();
    assertThat(keys("c", "a", 10)).isEmpty();
    assertThat(keys("d", "z", 10)).isEmpty();
  }

  @Test
  void aScanOfOneTableLeavesOutItsNeighbours() {
    store.apply(
        new StateBatch(1, List.of(create("t\0a", "1"), create("t2\0a", "2"), create("s\0a", "3"))));
    assertThat(keys("t\0", "t\1", 10)).containsExactly("t\0a");
  }

  @Test
  void aLargeBatchIsReadAndScannedWhole() {
    List<StateWrite> writes = new ArrayList<>();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      String key = String.format("k%05d", i);
      keys.add(bytes(key));
      writes.add(create(key, "v" + i));
    }
    store.apply(new StateBatch(1, writes));

    List<byte[]> values = store.getAll(keys);
    List<StateEntry> entries = store.scan(LOWEST, ABOVE_ALL, 5_000);
    assertThat(entries).hasSize(3_000);
    for (int i = 0; i < 3_000; i++) {
      assertThat(values.get(i)).isEqualTo(bytes("v" + i));
      assertThat(entries.get(i).key()).isEqualTo(keys.get(i));
    }
    assertThat(store.scan(keys.get(1_000), ABOVE_ALL, 1_500)).hasSize(1_500);
  }

  @Test
  void valuesMayBeEmptyOrLarge() {
    List<StateWrite> writes = new ArrayList<>();
    writes.add(new StateWrite(bytes("empty"), new byte[0], true));
    for (int i = 0; i < 60; i++) {
      writes.add(new StateWrite(bytes("large" + i), filled(128 * 1024, i), true));
    }
    store.apply(new StateBatch(1, writes));
    assertThat(store.getAll(List.of(bytes("empty")))).containsExactly(new byte[0]);
    for (int i = 0; i < 60; i++) {
      assertThat(store.getAll(List.of(bytes("large" + i)))).containsExactly(filled(128 * 1024, i));
    }
  }

  @Test
  void aValueMayBeAsLongAsAnyClusterAllowsWhateverItsBytes() {
    for (int fill : new int[] {0, '\'', '\\', 0xff}) {
      byte[] longest = filled(TransactionLimits.VALUE_BYTES_CEILING, fill);
      store.apply(new StateBatch(1, List.of(new StateWrite(bytes("a"), longest, true))));
      assertThat(store.getAll(List.of(bytes("a")))).containsExactly(longest);
      assertThat(store.scan(LOWEST, ABOVE_ALL, 10))
          .extracting(StateEntry::value)
          .containsExactly(longest);
      store.clear();
    }
  }

  @Test
  void aDeletedKeyIsGoneUntilItIsCreatedAgain() {
    store.apply(new StateBatch(1, List.of(create("a", "1"), create("b", "1"))));
    store.apply(new StateBatch(2, List.of(delete("a"))));
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly((byte[]) null);
    assertThat(keys("a", "z", 10)).containsExactly("b");

    store.apply(new StateBatch(3, List.of(create("a", "2"), update("b", "3"))));
    assertThat(store.getAll(List.of(bytes("a"), bytes("b"))))
        .containsExactly(bytes("2"), bytes("3"));
    assertThat(keys("a", "z", 10)).containsExactly("a", "b");
  }

  @Test
  void deletingAnAbsentKeyChangesNothing() {
    store.apply(new StateBatch(1, List.of(create("a", "1"), delete("b"))));
    assertThat(keys("a", "z", 10)).containsExactly("a");
    assertThat(store.appliedHeight()).isEqualTo(1);
  }

  @Test
  void applyingTheSameBatchAgainChangesNothing() {
    store.apply(new StateBatch(1, List.of(create("a", "1"), create("b", "1"))));
    StateBatch batch = new StateBatch(2, List.of(update("a", "2"), delete("b"), create("c", "2")));
    store.apply(batch);
    store.apply(batch);
    assertThat(keys("a", "z", 10)).containsExactly("a", "c");
    assertThat(store.getAll(List.of(bytes("a"), bytes("b"), bytes("c"))))
        .containsExactly(bytes("2"), null, bytes("2"));
    assertThat(store.appliedHeight()).isEqualTo(2);
  }

  @Test
  void theHeightIsThatOfTheLastBatchAndNeverGoesBack() {
    store.apply(new StateBatch(3, List.of(create("a", "1"))));
    assertThat(store.appliedHeight()).isEqualTo(3);
    store.apply(new StateBatch(1_000_000_000_000L, List.of()));
    assertThat(store.appliedHeight()).isEqualTo(1_000_000_000_000L);
    assertThatThrownBy(() -> store.apply(new StateBatch(4, List.of(update("a", "2")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4");
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly(bytes("1"));
    assertThat(store.appliedHeight()).isEqualTo(1_000_000_000_000L);
  }

  @Test
  void aClearedStoreIsAsGoodAsNew() {
    List<StateWrite> writes = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      writes.add(create("k" + i, "v"));
    }
    store.apply(new StateBatch(9, writes));
    store.clear();
    assertThat(store.appliedHeight()).isZero();
    assertThat(store.getAll(List.of(bytes("k1")))).containsExactly((byte[]) null);
    assertThat(store.scan(LOWEST, ABOVE_ALL, 10)).isEmpty();

    store.apply(new StateBatch(1, List.of(create("k1", "w"))));
    assertThat(keys("a", "z", 10)).containsExactly("k1");
    assertThat(store.appliedHeight()).isEqualTo(1);
  }

  @Test
  void whatWasAppliedIsThereAfterReopeningOrNothingIs() throws Exception {
    store.apply(new StateBatch(1, List.of(create("a", "1"), create("b", "1"))));
    store.apply(new StateBatch(2, List.of(update("a", "2"), delete("b"))));
    store.close();
    store = open();
    if (!outlivesItsProcess()) {
      aNewStoreIsEmptyAtHeightZero();
      return;
    }
    assertThat(store.appliedHeight()).isEqualTo(2);
    assertThat(keys("a", "z", 10)).containsExactly("a");
    store.apply(new StateBatch(3, List.of(create("b", "3"))));
    assertThat(store.getAll(List.of(bytes("a"), bytes("b"))))
        .containsExactly(bytes("2"), bytes("3"));
  }

  @Test
  void aClosedStoreSaysSo() {
    store.close();
    store.close();
    assertThatThrownBy(() -> store.getAll(List.of(bytes("a")))).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> store.apply(new StateBatch(1, List.of())))
        .isInstanceOf(StoreException.class);
    assertThat(store.describe()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void itHoldsWhatASortedMapWouldHold(long seed) {
    Random random = new Random(seed);
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    for (int height = 1; height <= 60; height++) {
      store.apply(randomBatch(random, height, model));
      byte[] from = randomKey(random);
      byte[] to = randomKey(random);
      int limit = random.nextInt(40);
      List<byte[]> expected =
          Arrays.compareUnsigned(from, to) >= 0
              ? List.of()
              : model.subMap(from, to).keySet().stream().limit(limit).toList();
      assertThat(store.scan(from, to, limit))
          .extracting(StateEntry::key)
          .containsExactlyElementsOf(expected);
    }
    List<StateEntry> all = store.scan(LOWEST, ABOVE_ALL, 10_000);
    assertThat(all).extracting(StateEntry::key).containsExactlyElementsOf(model.keySet());
    assertThat(all).extracting(StateEntry::value).containsExactlyElementsOf(model.values());
    assertThat(store.getAll(List.copyOf(model.keySet()))).containsExactlyElementsOf(model.values());
  }

  private static StateBatch randomBatch(
      Random random, long height, NavigableMap<byte[], byte[]> model) {
    Map<byte[], byte[]> chosen = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = random.nextInt(30); i > 0; i--) {
      byte[] value = new byte[random.nextInt(50)];
      random.nextBytes(value);
      chosen.put(randomKey(random), random.nextInt(3) == 0 ? null : value);
    }
    List<StateWrite> writes = new ArrayList<>();
    chosen.forEach(
        (key, value) -> {
          writes.add(new StateWrite(key, value, !model.containsKey(key)));
          if (value == null) {
            model.remove(key);
          } else {
            model.put(key, value);
          }
        });
    return new StateBatch(height, writes);
  }

  private static byte[] randomKey(Random random) {
    byte[] alphabet = {0, 1, '[', 0x7f, (byte) 0x80, (byte) 0xff};
    byte[] key = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < key.length; i++) {
      key[i] = alphabet[random.nextInt(alphabet.length)];
    }
    return key;
  }

  @Test
  void readersNeverSeeAMixtureOrAnOlderValueThanBefore() throws Exception {
    int keyCount = 50;
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < keyCount; i++) {
      keys.add(bytes(String.format("k%02d", i)));
    }
    store.apply(versions(keys, 1));
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> checks = new ArrayList<>();
      checks.add(readers.submit(checkUntil(done, () -> store.getAll(keys))));
      checks.add(readers.submit(checkUntil(done, () -> store.getAll(keys))));
      checks.add(
          readers.submit(
              checkUntil(
                  done,
                  () ->
                      store.scan(LOWEST, ABOVE_ALL, 100).stream()
                          .map(StateEntry::value)
                          .toList())));
      for (int version = 2; version <= 100; version++) {
        store.apply(versions(keys, version));
      }
      done.set(true);
      for (Future<?> check : checks) {
        check.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      done.set(true);
      readers.shutdownNow();
    }
  }

  private static StateBatch versions(List<byte[]> keys, int version) {
    List<StateWrite> writes = new ArrayList<>();
    for (byte[] key : keys) {
      writes.add(new StateWrite(key, filled(2_000, version), version == 1));
    }
    return new StateBatch(version, writes);
  }

  private static Callable<Void> checkUntil(AtomicBoolean done, Callable<List<byte[]>> read) {
    return () -> {
      Map<Integer, Integer> last = new LinkedHashMap<>();
      boolean finished;
      do {
        finished = done.get();
        List<byte[]> values = read.call();
        assertThat(values).hasSize(50).doesNotContainNull();
        for (int i = 0; i < values.size(); i++) {
          byte[] value = values.get(i);
          assertThat(value).isEqualTo(filled(2_000, value[0]));
          assertThat((int) value[0]).isGreaterThanOrEqualTo(last.getOrDefault(i, 0));
          last.put(i, (int) value[0]);
        }
      } while (!finished);
      return null;
    };
  }

  private List<String> keys(String from, String to, int limit) {
    return store.scan(bytes(from), bytes(to), limit).stream()
        .map(entry -> new String(entry.key(), UTF_8))
        .toList();
  }

  /** A write to a key that is absent. */
  protected static StateWrite create(String key, String value) {
    return new StateWrite(bytes(key), bytes(value), true);
  }

  /** A write to a key that is there. */
  protected static StateWrite update(String key, String value) {
    return new StateWrite(bytes(key), bytes(value), false);
  }

  /** A delete. */
  protected static StateWrite delete(String key) {
    return new StateWrite(bytes(key), null, false);
  }

  /** The text's bytes in UTF-8. */
  protected static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] filled(int length, int b) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) b);
    return bytes;
  }
}
