package io.hybridycsb.ycsb.workload.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Remembers what it was asked for. */
final class MemoryDb extends DB {
  private static final int HELD = 4;
  private static final long DEADLINE_SECONDS = 60;

  private final List<Sent> sent = new CopyOnWriteArrayList<>();
  private final Set<String> busy = ConcurrentHashMap.newKeySet();
  private volatile boolean overlapped;
  private volatile CompletableFuture<Void> answers = CompletableFuture.completedFuture(null);

  /** An operation; {@code size} is of its value, -1 if it wrote none. */
  record Sent(String key, long size) {
    boolean writes() {
      return size >= 0;
    }
  }

  /** Answers none of the first operations before this has happened. */
  void answerAfter(CompletableFuture<Void> happened) {
    answers = happened;
  }

  List<Sent> sent() {
    return sent;
  }

  /** Whether two operations on one key were under way at once. */
  boolean overlapped() {
    return overlapped;
  }

  private Status add(String key, long size) {
    overlapped |= !busy.add(key);
    sent.add(new Sent(key, size));
    if (sent.size() <= HELD) {
      answers.orTimeout(DEADLINE_SECONDS, TimeUnit.SECONDS).join();
    }
    busy.remove(key);
    return Status.OK;
  }

  @Override
  public Status read(String t, String key, Set<String> f, Map<String, ByteIterator> result) {
    return add(key, -1);
  }

  @Override
  @SuppressWarnings("JdkObsolete") // YCSB's signature has the old class
  public Status scan(
      String t, String key, int n, Set<String> f, Vector<HashMap<String, ByteIterator>> r) {
    return add(key, -1);
  }

  @Override
  public Status update(String t, String key, Map<String, ByteIterator> values) {
    return add(key, values.values().iterator().next().bytesLeft());
  }

  @Override
  public Status insert(String t, String key, Map<String, ByteIterator> values) {
    return update(t, key, values);
  }

  @Override
  public Status delete(String t, String key) {
    return add(key, -1);
  }
}
