package io.hybridycsb.veritas.stores;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/**
 * Prints what a state store costs per key: time, CPU of this process and CPU of Redis. Values are
 * of 1 kB, keys random out of 10,000. It empties the store first.
 *
 * <pre>{@code
 * ./mvnw -q -pl servers/veritas-stores -am test-compile \
 *     dependency:build-classpath -Dmdep.outputFile=target/cp.txt -Dmdep.includeScope=test
 * cd servers/veritas-stores
 * java -cp target/test-classes:target/classes:$(cat target/cp.txt) \
 *     io.hybridycsb.veritas.stores.StateStoreCost redis.address=127.0.0.1:6379 \
 *     measure.redis=127.0.0.1:6379
 * }</pre>
 */
final class StateStoreCost {
  private static final int KEYS = 10_000;
  private static final int VALUE_BYTES = 1_000;
  private static final long ROUND_NS = 2_000_000_000L;
  private static final int ROUNDS = 4;

  private static final Property<String> MEASURED =
      Property.text("measure.redis", "HOST:PORT", "", "the Redis whose CPU time counts");

  private final StateStore store;
  private final String redisAddress;
  private final Random random = new Random(1);
  private final List<byte[]> keys = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();
  private long height;

  private StateStoreCost(StateStore store, String redisAddress) {
    this.store = store;
    this.redisAddress = redisAddress;
    for (int i = 0; i < KEYS; i++) {
      keys.add(("usertable\0user" + i * 7_919L).getBytes(UTF_8));
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      values.add(value);
    }
  }

  /** Takes the store's properties, and where to ask Redis for its CPU time. */
  public static void main(String[] args) {
    List<Property<?>> known = new ArrayList<>(StateStores.PROPERTIES);
    known.add(MEASURED);
    Settings settings =
        Settings.read(new SettingNames(known), List.of(), Map.of(), Arrays.asList(args));
    try (StateStore store = StateStores.open(settings, Path.of("target/state-store-cost"))) {
      new StateStoreCost(store, settings.get(MEASURED)).run();
    }
  }

  private void run() {
    store.clear();
    List<StateWrite> all = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      all.add(new StateWrite(keys.get(i), values.get(i), true));
    }
    store.apply(new StateBatch(++height, all));
    System.out.printf(
        "%s%n%-8s %6s %10s %10s %10s%n",
        store.describe(), "", "batch", "us/key", "us jvm", "us redis");
    for (int size : new int[] {1, 20, 100, 1_000}) {
      measure("apply", size, () -> applyBatch(size));
    }
    for (int size : new int[] {1, 20, 100, 1_000}) {
      measure("getAll", size, () -> readBatch(size));
    }
    measure("scan", 50, () -> scanBatch(50));
  }

  private void applyBatch(int size) {
    List<StateWrite> writes = new ArrayList<>(size);
    int start = random.nextInt(KEYS);
    for (int i = 0; i < size; i++) {
      // Neighbours in this list are strangers in the store's order.
      int key = (start + i) % KEYS;
      writes.add(new StateWrite(keys.get(key), values.get(key), false));
    }
    store.apply(new StateBatch(++height, writes));
  }

  private void readBatch(int size) {
    List<byte[]> wanted = new ArrayList<>(size);
    int start = random.nextInt(KEYS);
    for (int i = 0; i < size; i++) {
      wanted.add(keys.get((start + i) % KEYS));
    }
    if (store.getAll(wanted).contains(null)) {
      throw new IllegalStateException("a key is missing");
    }
  }

  private void scanBatch(int size) {
    byte[] to = "usertable\1".getBytes(UTF_8);
    store.scan(keys.get(random.nextInt(KEYS)), to, size);
  }

  /** The last of several rounds counts; the first ones warm up. */
  private void measure(String what, int size, Runnable batch) {
    String line = "";
    for (int round = 0; round < ROUNDS; round++) {
      long count = 0;
      long cpuNs = processCpuNs();
      double redisUs = redisCpuUs();
      long startNs = System.nanoTime();
      while (System.nanoTime() - startNs < ROUND_NS) {
        batch.run();
        count += size;
      }
      long endNs = System.nanoTime();
      line =
          String.format(
              "%-8s %6d %10.2f %10.2f %10.2f",
              what,
              size,
              (endNs - startNs) / 1e3 / count,
              (processCpuNs() - cpuNs) / 1e3 / count,
              (redisCpuUs() - redisUs) / count);
    }
    System.out.println(line);
  }

  private static long processCpuNs() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private double redisCpuUs() {
    if (redisAddress.isEmpty()) {
      return 0;
    }
    try (Connection connection = new Connection(HostAndPort.from(redisAddress))) {
      connection.sendCommand(Protocol.Command.INFO, "cpu");
      return connection
          .getBulkReply()
          .lines()
          .filter(line -> line.startsWith("used_cpu_user:") || line.startsWith("used_cpu_sys:"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)) * 1e6)
          .sum();
    }
  }
}
