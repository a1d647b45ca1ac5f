package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.LogItem;
import io.hybridycsb.veritas.core.spi.InMemorySharedLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The shared log: each sender's records are underway for a while, in their order; some are refused
 * or lost, and some that were refused, or sent by a node that died, come in later all the same.
 */
final class SimulatedLog {
  private final Random random;
  private final LogCodec codec;
  private final Consumer<LogItem> onItem;
  private final InMemorySharedLog log = new InMemorySharedLog();
  private final List<LogItem> items = new ArrayList<>();
  private final Map<String, Deque<Underway>> underway = new LinkedHashMap<>();
  private final List<byte[]> ghosts = new ArrayList<>();

  private record Underway(byte[] record, Runnable onRefused) {}

  SimulatedLog(Random random, LogCodec codec, Consumer<LogItem> onItem) {
    this.random = random;
    this.codec = codec;
    this.onItem = onItem;
  }

  void append(String sender, byte[] record, Runnable onRefused) {
    underway.computeIfAbsent(sender, s -> new ArrayDeque<>()).add(new Underway(record, onRefused));
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
    if (luck == 0) {
      append.onRefused().run();
    } else if (luck == 1) {
      append.onRefused().run();
      ghosts.add(append.record());
    } else {
      put(append.record());
      if (luck == 2) {
        ghosts.add(append.record());
      }
    }
  }

  boolean isQuiet() {
    return ghosts.isEmpty() && underway.values().stream().allMatch(Deque::isEmpty);
  }

  void put(byte[] record) {
    log.append(record).join();
    log.skip(random.nextInt(20) == 0 ? 2 : 0);
    LogItem item = codec.decode(log.poll(0).get(0));
    items.add(item);
    onItem.accept(item);
  }

  /** The position after the last record. */
  long end() {
    return log.end();
  }

  /** The index of the first record at or after a position. */
  int seek(long position) {
    int index = 0;
    while (index < items.size() && items.get(index).position() < position) {
      index++;
    }
    return index;
  }

  List<LogItem> read(int from, int max) {
    return List.copyOf(items.subList(from, Math.min(items.size(), from + max)));
  }

  int size() {
    return items.size();
  }
}
