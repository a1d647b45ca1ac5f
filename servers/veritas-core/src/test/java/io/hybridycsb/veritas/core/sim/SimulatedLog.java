package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.LogItem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The shared log. Each sender's records are underway for a while, in their order. Some are refused
 * or lost. Some that were refused, or sent by a node that died, come in later all the same.
 */
final class SimulatedLog {
  private static final int RECORD_BYTES_MAX = 64 << 10;

  private final Random random;
  private final LogCodec codec;
  private final Consumer<LogItem> onItem;
  private final List<LogEntry> entries = new ArrayList<>();
  private final Map<String, Deque<Underway>> underway = new LinkedHashMap<>();
  private final List<byte[]> ghosts = new ArrayList<>();
  private long end;
  private long nextPosition;

  private record Underway(byte[] record, CompletableFuture<Void> done) {}

  SimulatedLog(Random random, LogCodec codec, Consumer<LogItem> onItem) {
    this.random = random;
    this.codec = codec;
    this.onItem = onItem;
  }

  /** A node's access to the log, for one life. */
  final class Access implements SharedLog {
    private final String sender;
    private int next;
    private int allowed;

    Access(String sender) {
      this.sender = sender;
    }

    /** Lets the next poll return so many records. */
    void allow(int records) {
      allowed = records;
    }

    /** Whether all records of the log were polled. */
    boolean hasReadAll() {
      return next == entries.size();
    }

    @Override
    public CompletableFuture<Void> append(byte[] record) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      underway.computeIfAbsent(sender, s -> new ArrayDeque<>()).add(new Underway(record, done));
      return done;
    }

    @Override
    public void seek(long position) {
      while (next < entries.size() && entries.get(next).position() < position) {
        next++;
      }
    }

    @Override
    public List<LogEntry> poll(long timeoutMs) {
      int from = next;
      next = Math.min(entries.size(), from + allowed);
      return entries.subList(from, next);
    }

    @Override
    public void wakeUp() {}

    @Override
    public long end() {
      return end;
    }

    @Override
    public int recordBytesMax() {
      return RECORD_BYTES_MAX;
    }

    @Override
    public void close() {}
  }

  /** What a dead node has sent is lost, or still comes. */
  void senderDied(String sender) {
    Deque<Underway> left = underway.remove(sender);
    if (left != null) {
      left.stream()
          .filter(append -> random.nextInt(3) > 0)
          .forEach(append -> ghosts.add(append.record()));
    }
  }

  /** Lets one record that is underway come in, or get lost. */
  void deliver(boolean faults) {
    if (!ghosts.isEmpty() && random.nextInt(4) == 0) {
      put(ghosts.remove(random.nextInt(ghosts.size())));
      return;
    }
    List<Deque<Underway>> waiting =
        underway.values().stream().filter(queue -> !queue.isEmpty()).toList();
    if (waiting.isEmpty()) {
      return;
    }
    Underway append = waiting.get(random.nextInt(waiting.size())).removeFirst();
    int luck = faults ? random.nextInt(40) : 39;
    if (luck < 2) {
      append.done().completeExceptionally(new LogException("refused"));
    }
    if (luck == 1 || luck == 2) {
      ghosts.add(append.record());
    }
    if (luck >= 2) {
      put(append.record());
      append.done().complete(null);
    }
  }

  boolean isQuiet() {
    return ghosts.isEmpty() && underway.values().stream().allMatch(Deque::isEmpty);
  }

  /** All records and where they stand. */
  String contents() {
    StringBuilder text = new StringBuilder();
    for (LogEntry entry : entries) {
      text.append(entry.position()).append(' ');
      text.append(HexFormat.of().formatHex(entry.record())).append('\n');
    }
    return text.toString();
  }

  void put(byte[] record) {
    LogEntry entry = new LogEntry(nextPosition, record);
    entries.add(entry);
    end = nextPosition + 1;
    nextPosition = end + (random.nextInt(20) == 0 ? 2 : 0);
    codec.decode(entry).forEach(onItem);
  }
}
