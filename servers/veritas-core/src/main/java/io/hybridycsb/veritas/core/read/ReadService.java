package io.hybridycsb.veritas.core.read;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.call.SteppedWork;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanReply;
import io.hybridycsb.veritas.proto.ScanRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Answers reads from the state store: one thread, which fetches the keys of all waiting reads at
 * once. A read waits first until its keys are open at the {@link ReadGate}.
 */
public final class ReadService implements SteppedWork {
  public static final int KEYS_MAX = 1000;
  public static final int SCAN_MAX = 10_000;
  private static final int CALLS_MAX = 50_000;
  private static final int READS_AT_ONCE = 256;

  /** Records may be long: so many are in memory at a time, beside what is answered. */
  private static final int KEYS_PER_FETCH = 32;

  /** Leaves room for the rest of the frame below the longest message that a client takes. */
  private static final int GET_REPLY_BYTES_MAX = VeritasMethod.MESSAGE_BYTES_MAX - (2 << 20);

  private static final int SCAN_REPLY_BYTES = 8 << 20;
  private static final ByteString ABSENT = ByteString.EMPTY;

  private final ReadGate gate;
  private final StateReader store;
  private final AppliedHeight applied;
  private final StageTimes times;
  private final LongSupplier clock;
  private final LinkedBlockingQueue<Ready> ready = new LinkedBlockingQueue<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final List<Ready> batch = new ArrayList<>();
  private final Replies replies = new Replies();

  /** Time that the current batch spends at the store; only the one thread uses it. */
  private long storeNanos;

  /**
   * A read that waits for nothing but its turn.
   *
   * @param openNanos since when its keys are open
   */
  private record Ready(Call call, List<ByteKey> keys, long openNanos) {
    Ready(Call call, List<ByteKey> keys) {
      this(call, keys, System.nanoTime());
    }

    boolean isScan() {
      return call.request().hasScan();
    }
  }

  /**
   * @param clock in nanoseconds; calls have their deadlines on it
   */
  public ReadService(
      ReadGate gate,
      StateReader store,
      AppliedHeight applied,
      StageTimes times,
      LongSupplier clock) {
    this.clock = clock;
    this.applied = applied;
    this.times = times;
    this.gate = gate;
    this.store = store;
  }

  public void submit(Call call) {
    if (calls.incrementAndGet() > CALLS_MAX) {
      calls.decrementAndGet();
      call.fail(Failure.Code.BUSY, CALLS_MAX + " reads are waiting here, the most allowed");
      return;
    }
    if (call.request().hasScan()) {
      ScanRequest scan = call.request().getScan();
      List<ByteKey> closed =
          gate.closedBetween(scan.getFrom().toByteArray(), scan.getTo().toByteArray());
      gate.whenOpen(closed, () -> ready.add(new Ready(call, List.of())));
      return;
    }
    List<ByteKey> keys = new ArrayList<>(1);
    for (ByteString key : call.request().getGet().getKeysList()) {
      keys.add(new ByteKey(key.toByteArray()));
    }
    gate.whenOpen(new LinkedHashSet<>(keys), () -> ready.add(new Ready(call, keys)));
  }

  /**
   * Answers the reads that wait for nothing but their turn.
   *
   * @param waitNanos how long to wait for one
   */
  @Override
  public void step(long waitNanos) throws InterruptedException {
    Ready first = ready.poll(waitNanos, TimeUnit.NANOSECONDS);
    if (first == null) {
      return;
    }
    batch.add(first);
    ready.drainTo(batch, READS_AT_ONCE - 1);
    long start = System.nanoTime();
    storeNanos = 0;
    answer();
    replies.flush();
    long end = System.nanoTime();
    times.add(Stage.READ, end - start);
    count(end);
    calls.addAndGet(-batch.size());
    batch.clear();
  }

  /** A read waits for all that are fetched with it. */
  private void count(long end) {
    long total = 0;
    long consensus = 0;
    for (Ready read : batch) {
      total += end - read.call().arrivedNanos();
      consensus += read.openNanos() - read.call().arrivedNanos();
    }
    long database = batch.size() * storeNanos;
    times.components().add(Operation.READ, batch.size(), total, consensus, 0, database);
  }

  private void answer() {
    long now = clock.getAsLong();
    batch.removeIf(
        read -> {
          Response.Builder refusal = refusal(read.call(), now);
          if (refusal != null) {
            calls.decrementAndGet();
            replies.add(read.call(), refusal);
          }
          return refusal != null;
        });
    answerGets(batch.stream().filter(read -> !read.isScan()).toList());
    for (Ready read : batch) {
      if (read.isScan()) {
        try {
          answerScan(read.call());
        } catch (StoreException e) {
          replies.add(read.call(), unavailable(read.call(), e));
        }
      }
    }
  }

  /** Why a read isn't worth making; null if it is. */
  private static Response.Builder refusal(Call call, long now) {
    if (call.isExpired(now)) {
      return call.failure(Failure.Code.TIMEOUT, "the read waited for undecided writes too long");
    }
    return call.connection().takesAnswers() ? null : unread(call);
  }

  private static Response.Builder unavailable(Call call, StoreException cause) {
    return call.failure(Failure.Code.UNAVAILABLE, cause.getMessage());
  }

  /** Fetches for several at once, as long as they ask for few keys. */
  private void answerGets(List<Ready> gets) {
    int from = 0;
    while (from < gets.size()) {
      int keys = gets.get(from).keys().size();
      int to = from + 1;
      while (to < gets.size() && keys + gets.get(to).keys().size() <= KEYS_PER_FETCH) {
        keys += gets.get(to).keys().size();
        to++;
      }
      fetch(gets.subList(from, to));
      from = to;
    }
  }

  private void fetch(List<Ready> gets) {
    Map<ByteKey, byte[]> values = new HashMap<>();
    long height = applied.get();
    long start = System.nanoTime();
    boolean fits;
    try {
      fits = fetch(gets, values);
    } catch (StoreException e) {
      gets.forEach(read -> replies.add(read.call(), unavailable(read.call(), e)));
      return;
    } finally {
      storeNanos += System.nanoTime() - start;
    }
    long newest = applied.begun();
    for (Ready read : gets) {
      GetReply.Builder reply = GetReply.newBuilder().setHeight(height).setNewestHeight(newest);
      replies.add(read.call(), fits ? answer(read, reply, values) : tooLong(read.call(), "more"));
    }
  }

  /**
   * Fetches each key once, some at a time.
   *
   * @return false if they have more bytes than an answer; only a single read asks for so many
   */
  private boolean fetch(List<Ready> gets, Map<ByteKey, byte[]> values) {
    Set<ByteKey> distinct = new LinkedHashSet<>();
    gets.forEach(read -> distinct.addAll(read.keys()));
    List<ByteKey> keys = List.copyOf(distinct);
    long bytes = 0;
    for (int from = 0; from < keys.size(); from += KEYS_PER_FETCH) {
      if (bytes > GET_REPLY_BYTES_MAX) {
        return false;
      }
      List<ByteKey> part = keys.subList(from, Math.min(keys.size(), from + KEYS_PER_FETCH));
      List<byte[]> found = store.getAll(part.stream().map(ByteKey::bytes).toList());
      for (int i = 0; i < part.size(); i++) {
        values.put(part.get(i), found.get(i));
        bytes += found.get(i) == null ? 0 : found.get(i).length;
      }
    }
    return true;
  }

  private static Response.Builder answer(
      Ready read, GetReply.Builder reply, Map<ByteKey, byte[]> values) {
    Call call = read.call();
    if (!call.connection().takesAnswers()) {
      return unread(call);
    }
    long bytes = 0;
    for (ByteKey key : read.keys()) {
      byte[] value = values.get(key);
      bytes += value == null ? 0 : value.length;
    }
    if (bytes > GET_REPLY_BYTES_MAX) {
      return tooLong(call, Long.toString(bytes));
    }
    for (ByteKey key : read.keys()) {
      byte[] value = values.get(key);
      reply.addValues(value == null ? ABSENT : UnsafeByteOperations.unsafeWrap(value));
    }
    return call.answer().setGet(reply);
  }

  private static Response.Builder tooLong(Call call, String bytes) {
    return call.failure(
        Failure.Code.INVALID,
        "the values have %s bytes together; an answer has at most %s"
            .formatted(bytes, GET_REPLY_BYTES_MAX));
  }

  private static Response.Builder unread(Call call) {
    return call.failure(
        Failure.Code.BUSY,
        "answers of this connection wait to be read; its client asks faster than it reads");
  }

  private void answerScan(Call call) {
    // Others of this round may have been answered meanwhile.
    if (!call.connection().takesAnswers()) {
      replies.add(call, unread(call));
      return;
    }
    long start = System.nanoTime();
    long height = applied.get();
    try {
      ScanReply.Builder page = ScanPage.read(store, call.request().getScan(), SCAN_REPLY_BYTES);
      page.setHeight(height).setNewestHeight(applied.begun());
      replies.add(call, call.answer().setScan(page));
    } finally {
      storeNanos += System.nanoTime() - start;
    }
  }

  /**
   * Answers a scan with as many of its records as fit into a reply. It asks the store for no more
   * at a time than what probably fits, so that a scan over large records stays within the node's
   * memory.
   */
  private static final class ScanPage {
    private static final int FIRST_FETCH_RECORDS = 100;

    private ScanPage() {}

    /**
     * @param bytesMax keys and values together; a single record may be longer
     */
    static ScanReply.Builder read(StateReader store, ScanRequest scan, int bytesMax) {
      ScanReply.Builder reply = ScanReply.newBuilder();
      byte[] from = scan.getFrom().toByteArray();
      byte[] to = scan.getTo().toByteArray();
      int fetch = Math.min(scan.getLimit(), FIRST_FETCH_RECORDS);
      long bytes = 0;
      while (fetch > 0) {
        List<StateEntry> entries = store.scan(from, to, fetch);
        for (StateEntry entry : entries) {
          bytes += entry.key().length + entry.value().length;
          if (bytes > bytesMax && reply.getKeysCount() > 0) {
            return reply.setMore(true);
          }
          reply.addKeys(UnsafeByteOperations.unsafeWrap(entry.key()));
          reply.addValues(UnsafeByteOperations.unsafeWrap(entry.value()));
        }
        if (entries.size() < fetch) {
          break;
        }
        byte[] last = entries.get(fetch - 1).key();
        from = Arrays.copyOf(last, last.length + 1);
        fetch = nextFetch(reply.getKeysCount(), bytes, scan.getLimit(), bytesMax);
      }
      return reply;
    }

    /** How many records probably fit, judging by those read so far; 0 when the limit is reached. */
    private static int nextFetch(int records, long bytes, int limit, int bytesMax) {
      long fitting = Math.max(1, (bytesMax - bytes) * records / Math.max(1, bytes));
      return (int) Math.min(fitting, limit - records);
    }
  }
}
