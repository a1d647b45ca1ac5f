package io.hybridycsb.veritas.kafka.bench;

import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rocksdb.RocksDB;

/**
 * The floor below Veritas over Kafka: what the same broker, state stores and ledger engine cost
 * without a protocol. A client sends blocks of records to each node by TCP, a few at a time, as
 * many records in all as a YCSB client of 256 threads has under way. Nothing is signed, voted on,
 * judged or hashed.
 *
 * <p>Its argument is the directory of a running cluster of {@code hybrid up}, whose nodes were
 * killed: the nodes here, threads of one process, use their Redis. The cluster is of no use
 * afterwards.
 */
public final class BarePipeline {
  private static final int ROUNDS = 6;
  private static final int BLOCKS_PER_NODE = 2_000;
  private static final int THREADS_OF_YCSB = 256;
  private static final int KEYS = 10_000;
  private static final int THREADS_PER_NODE = 3;
  private static final int ROUND_TIMEOUT_MINUTES = 10;

  private final RunningCluster cluster;
  private final int blocksUnderWay;
  private final List<BareNode> nodes = new ArrayList<>();
  private final List<Socket> connections = new ArrayList<>();
  private final ExecutorService threads;

  private BarePipeline(RunningCluster cluster) {
    this.cluster = cluster;
    blocksUnderWay = Math.max(1, THREADS_OF_YCSB / BareNode.RECORDS / cluster.nodes());
    threads = Executors.newFixedThreadPool(THREADS_PER_NODE * cluster.nodes());
  }

  /** Prints CPU microseconds per record, of all processes together and of each kind, by round. */
  public static void main(String[] args) throws Exception {
    RocksDB.loadLibrary();
    try {
      new BarePipeline(RunningCluster.of(args)).run();
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
    Path ledgers = Files.createTempDirectory("floor");
    try {
      for (int i = 1; i <= cluster.nodes(); i++) {
        nodes.add(new BareNode(cluster, i, ledgers.resolve("ledger" + i), connectClient()));
      }
      for (int round = 1; round <= ROUNDS; round++) {
        Map<String, Duration> before = cluster.cpu();
        long start = System.nanoTime();
        round();
        double seconds = (System.nanoTime() - start) / 1e9;
        long records = (long) BLOCKS_PER_NODE * nodes.size() * BareNode.RECORDS;
        System.out.printf(
            "round %d: a record takes %s; %,.0f records/s%n",
            round, cluster.cpuSince(before, records), records / seconds);
      }
    } finally {
      for (Socket connection : connections) {
        connection.close();
      }
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
      nodes.forEach(BareNode::close);
      delete(ledgers);
    }
  }

  /** Connects the client to a node; the node's end. */
  private Socket connectClient() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Socket ofClient = new Socket(server.getInetAddress(), server.getLocalPort());
      connections.add(ofClient);
      ofClient.setTcpNoDelay(true);
      Socket ofNode = server.accept();
      ofNode.setTcpNoDelay(true);
      return ofNode;
    }
  }

  private void round() throws Exception {
    ExecutorCompletionService<Void> parts = new ExecutorCompletionService<>(threads);
    int started = 0;
    for (int i = 0; i < nodes.size(); i++) {
      BareNode node = nodes.get(i);
      Socket connection = connections.get(i);
      Random random = new Random(i);
      List<Callable<Void>> ofNode =
          List.of(
              () -> node.apply(BLOCKS_PER_NODE * nodes.size()),
              () -> node.serve(BLOCKS_PER_NODE),
              () -> sendBlocks(connection, random));
      ofNode.forEach(parts::submit);
      started += ofNode.size();
    }
    for (int i = 0; i < started; i++) {
      Future<Void> ended = parts.poll(ROUND_TIMEOUT_MINUTES, TimeUnit.MINUTES);
      if (ended == null) {
        throw new TimeoutException(
            "a round didn't end within %d minutes".formatted(ROUND_TIMEOUT_MINUTES));
      }
      ended.get();
    }
  }

  private Void sendBlocks(Socket node, Random random) throws IOException {
    OutputStream out = node.getOutputStream();
    DataInputStream in = new DataInputStream(node.getInputStream());
    byte[] acknowledgement = new byte[BareNode.ACKNOWLEDGEMENT_BYTES];
    for (int i = 0; i < BLOCKS_PER_NODE + blocksUnderWay; i++) {
      if (i >= blocksUnderWay) {
        in.readFully(acknowledgement);
      }
      if (i < BLOCKS_PER_NODE) {
        out.write(block(random));
      }
    }
    return null;
  }

  private static byte[] block(Random random) {
    ByteBuffer block = ByteBuffer.allocate(BareNode.BLOCK_BYTES);
    byte[] value = new byte[BareNode.VALUE_BYTES];
    while (block.hasRemaining()) {
      random.nextBytes(value);
      block.putInt(random.nextInt(KEYS)).put(value);
    }
    return block.array();
  }

  private static void delete(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
