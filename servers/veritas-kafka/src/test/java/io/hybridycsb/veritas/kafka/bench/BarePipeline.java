package io.hybridycsb.veritas.kafka.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.sharedlog.kafka.KafkaSecurity;
import io.hybridycsb.sharedlog.kafka.KafkaSharedLog;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.redis.RedisOptions;
import io.hybridycsb.veritas.stores.redis.RedisStateStore;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The floor below Veritas over Kafka: what the same broker, state stores and ledger engine cost
 * without a protocol. One thread appends blocks of records to a topic of its own; one reader for
 * each node's Redis writes every block to that Redis and to a RocksDB. Nothing is signed, voted on,
 * judged, hashed or answered.
 *
 * <p>Its argument is the directory of a running cluster of {@code hybrid up}, whose nodes were
 * killed: they share their Redis with nobody. The cluster is of no use afterwards.
 */
public final class BarePipeline {
  /** A server's name without its number, and its process. */
  private static final Pattern STARTED =
      Pattern.compile("\"(kafka|redis|node)\\d+\" : \\{\\s+\"pid\" : (\\d+)");

  private static final int ROUNDS = 6;
  private static final int BLOCKS_PER_ROUND = 3_000;
  private static final int RECORDS_PER_BLOCK = 100;
  private static final int VALUE_BYTES = 1_000;
  private static final int KEYS = 10_000;
  private static final int BLOCKS_ON_THE_WAY_MAX = 64;
  private static final int RECORD_BYTES_MAX = 1 << 20;

  private final String broker;
  private final Map<String, String> login;
  private final List<Properties> states;
  private final Path directory;
  private final String topic = "floor-" + UUID.randomUUID();
  private final Random random = new Random(1);

  private BarePipeline(Path directory) throws IOException {
    this.directory = directory;
    List<Properties> nodes = new ArrayList<>();
    for (int i = 1; Files.exists(properties(i)); i++) {
      Properties node = new Properties();
      try (Reader in = Files.newBufferedReader(properties(i))) {
        node.load(in);
      }
      nodes.add(node);
    }
    if (nodes.isEmpty()) {
      throw new IOException(
          "expected the directory of a cluster of veritas-kafka, not " + directory);
    }
    broker = nodes.get(0).getProperty("kafka.bootstrap.servers");
    login = KafkaSecurity.of(name -> nodes.get(0).getProperty(name, ""));
    states = List.copyOf(nodes);
  }

  private Path properties(int node) {
    return directory.resolve("node" + node).resolve("node.properties");
  }

  /** Prints CPU microseconds per record, of all processes together and of each kind, by round. */
  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      System.err.println("usage: BarePipeline DIR, such as .hybrid/veritas-kafka");
      System.exit(2);
    }
    System.setProperty("logback.configurationFile", "logback-veritas.xml");
    RocksDB.loadLibrary();
    try {
      new BarePipeline(Path.of(args[0]).toAbsolutePath()).run();
    } catch (IOException
        | LogException
        | StoreException
        | ExecutionException
        | TimeoutException e) {
      System.err.println("BarePipeline: " + e.getMessage());
      System.exit(1);
    }
  }

  private void run() throws Exception {
    if (!cpu().getOrDefault("node", Duration.ZERO).isZero()) {
      throw new IOException(
          "nodes of "
              + directory
              + " are running; end each by 'bin/hybrid kill veritas-kafka nodeN'");
    }
    Map<String, Object> connection = new HashMap<>(login);
    connection.put("bootstrap.servers", broker);
    try (Admin admin = Admin.create(connection)) {
      admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get(1, TimeUnit.MINUTES);
    }
    Path ledgers = Files.createTempDirectory("floor");
    ExecutorService threads = Executors.newFixedThreadPool(states.size());
    List<Copy> copies = new ArrayList<>();
    try (SharedLog log = open()) {
      for (Properties state : states) {
        copies.add(new Copy(open(), state, ledgers.resolve("ledger" + copies.size())));
      }
      for (int round = 1; round <= ROUNDS; round++) {
        Map<String, Duration> before = cpu();
        long start = System.nanoTime();
        List<Future<?>> reading = new ArrayList<>();
        for (Copy copy : copies) {
          reading.add(threads.submit(copy::takeRound));
        }
        appendRound(log);
        for (Future<?> each : reading) {
          each.get(10, TimeUnit.MINUTES);
        }
        print(round, System.nanoTime() - start, before, cpu());
      }
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
      copies.forEach(Copy::close);
      delete(ledgers);
    }
  }

  private SharedLog open() {
    SharedLog log = KafkaSharedLog.open(broker, topic, RECORD_BYTES_MAX, login);
    log.seek(0);
    return log;
  }

  private void appendRound(SharedLog log) throws Exception {
    Semaphore room = new Semaphore(BLOCKS_ON_THE_WAY_MAX);
    CompletableFuture<?>[] appended = new CompletableFuture<?>[BLOCKS_PER_ROUND];
    for (int i = 0; i < BLOCKS_PER_ROUND; i++) {
      room.acquire();
      appended[i] = log.append(block()).whenComplete((ignored, failure) -> room.release());
    }
    CompletableFuture.allOf(appended).get(10, TimeUnit.MINUTES);
  }

  private byte[] block() {
    ByteBuffer block = ByteBuffer.allocate(RECORDS_PER_BLOCK * (Integer.BYTES + VALUE_BYTES));
    byte[] value = new byte[VALUE_BYTES];
    for (int i = 0; i < RECORDS_PER_BLOCK; i++) {
      random.nextBytes(value);
      block.putInt(random.nextInt(KEYS)).put(value);
    }
    return block.array();
  }

  /** CPU time of this process and of the cluster's, each with its kind; of ended ones none. */
  private Map<String, Duration> cpu() throws IOException {
    Map<String, Duration> times = new TreeMap<>();
    times.put("pipeline", cpu(ProcessHandle.current().pid()));
    Matcher started = STARTED.matcher(Files.readString(directory.resolve("state.json")));
    while (started.find()) {
      times.merge(started.group(1), cpu(Long.parseLong(started.group(2))), Duration::plus);
    }
    return times;
  }

  private static Duration cpu(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  private static void print(
      int round, long nanos, Map<String, Duration> before, Map<String, Duration> after) {
    double records = BLOCKS_PER_ROUND * RECORDS_PER_BLOCK;
    double all = 0;
    StringBuilder parts = new StringBuilder();
    after.remove("node");
    for (Map.Entry<String, Duration> part : after.entrySet()) {
      double micros = part.getValue().minus(before.get(part.getKey())).toNanos() / 1e3 / records;
      all += micros;
      parts.append("  %s %.1f".formatted(part.getKey(), micros));
    }
    System.out.printf(
        "round %d: %.1f CPU us per record, %,.0f records/s;%s%n",
        round, all, records / (nanos / 1e9), parts);
  }

  private static void delete(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** What one node would keep: the state in its Redis, the blocks in a RocksDB. */
  private static final class Copy {
    private final SharedLog log;
    private final RedisStateStore state;
    private final Options options = new Options().setCreateIfMissing(true);
    private final RocksDB ledger;
    private long height;

    Copy(SharedLog log, Properties node, Path ledger) throws RocksDBException {
      this.log = log;
      state =
          RedisStateStore.open(
              new RedisOptions(
                  node.getProperty("redis.address"),
                  5_000,
                  10_000,
                  10_000,
                  1,
                  Optional.empty(),
                  node.getProperty("redis.password", "")));
      state.clear();
      this.ledger = RocksDB.open(options, ledger.toString());
    }

    Void takeRound() throws RocksDBException {
      int taken = 0;
      while (taken < BLOCKS_PER_ROUND) {
        for (LogEntry entry : log.poll(100)) {
          height++;
          state.apply(new StateBatch(height, writes(entry.record())));
          ledger.put(ByteBuffer.allocate(Long.BYTES).putLong(height).array(), entry.record());
          taken++;
        }
      }
      return null;
    }

    private static List<StateWrite> writes(byte[] record) {
      Map<Integer, StateWrite> writes = new HashMap<>();
      ByteBuffer block = ByteBuffer.wrap(record);
      while (block.hasRemaining()) {
        int key = block.getInt();
        byte[] value = new byte[VALUE_BYTES];
        block.get(value);
        writes.put(key, new StateWrite(("user" + key).getBytes(UTF_8), value, false));
      }
      return List.copyOf(writes.values());
    }

    void close() {
      log.close();
      state.close();
      ledger.close();
      options.close();
    }
  }
}
