package io.hybridycsb.veritas.core.read;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.metrics.ComponentTimes.Operation;
import io.hybridycsb.veritas.client.VeritasMethod;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
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
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers reads from the state store: one thread, which fetches the keys of all waiting reads at
 * once. A read waits first until its keys are open at the {@link ReadGate}.
 */
public final class ReadService implements Runnable {
  public static final int KEYS_MAX = 1000;
  public static final int SCAN_MAX = 10_000;
  private static final int CALLS_MAX = 50_000;
  private static final int KEYS_PER_FETCH = 256;

  /** Leaves room for the rest of the frame below the longest message that a client takes. */
  private static final int GET_REPLY_BYTES_MAX = VeritasMethod.MESSAGE_BYTES_MAX - (2 << 20);

  private static final int SCAN_REPLY_BYTES = 8 << 20;
  private static final ByteString ABSENT = ByteString.EMPTY;

  private final ReadGate gate;
  private final StateReader store;
  private final AppliedHeight applied;
  private final StageTimes times;
  private final LinkedBlockingQueue<Ready> ready = new LinkedBlockingQueue<>();
  private final AtomicInteger calls = new AtomicInteger();

  /** Time that the current batch spends at the store; only the one thread uses it. */
  private long storeNanos;

  /**
   * A read that waits for nothing but its turn.
   *
   * @param openNanos since when its keys are open
   */
  private record Ready(Call call, List<byte[]> keys, long openNanos) {
    Ready(Call call, List<byte[]> keys) {
      this(call, keys, System.nanoTime());
    }

    boolean isScan() {
      return call.request().hasScan();
    }
  }

  public ReadService(ReadGate gate, StateReader store, AppliedHeight applied, StageTimes times) {
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
    List<byte[]> bytes = new ArrayList<>(1);
    for (ByteString key : call.request().getGet().getKeysList()) {
      ByteKey byteKey = new ByteKey(key.toByteArray());
      keys.add(byteKey);
      bytes.add(byteKey.bytes());
    }
    gate.whenOpen(keys, () -> ready.add(new Ready(call, bytes)));
  }

  @Override
  public void run() {
    List<Ready> batch = new ArrayList<>();
    Replies replies = new Replies();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        batch.add(ready.take());
        ready.drainTo(batch, KEYS_PER_FETCH - 1);
        long start = System.nanoTime();
        storeNanos = 0;
        answer(batch, replies);
        replies.flush();
        long end = System.nanoTime();
        times.add(Stage.READ, end - start);
        count(batch, end);
        calls.addAndGet(-batch.size());
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A read waits for all that are fetched with it. */
  private void count(List<Ready> batch, long end) {
    long total = 0;
    long consensus = 0;
    for (Ready read : batch) {
      total += end - read.call().arrivedNanos();
      consensus += read.openNanos() - read.call().arrivedNanos();
    }
    long database = batch.size() * storeNanos;
    times.components().add(Operation.READ, batch.size(), total, consensus, 0, database);
  }

  private void answer(List<Ready> batch, Replies replies) {
    long now = System.nanoTime();
    batch.removeIf(
        read -> {
          boolean late = read.call().isExpired(now);
          if (late) {
            calls.decrementAndGet();
            replies.add(
                read.call(),
                read.call()
                    .failure(
                        Failure.Code.TIMEOUT, "the read waited for undecided writes too long"));
          }
          return late;
        });
    answerGets(batch.stream().filter(read -> !read.isScan()).toList(), replies);
    for (Ready read : batch) {
      if (read.isScan()) {
        try {
          answerScan(read.call(), replies);
        } catch (StoreException e) {
          replies.add(read.call(), unavailable(read.call(), e));
        }
      }
    }
  }

  private static Response.Builder unavailable(Call call, StoreException cause) {
    return call.failure(Failure.Code.UNAVAILABLE, cause.getMessage());
  }

  /** Fetches for several at once, as long as they ask for few keys. */
  private void answerGets(List<Ready> gets, Replies replies) {
    int from = 0;
    while (from < gets.size()) {
      int keys = gets.get(from).keys().size();
      int to = from + 1;
      while (to < gets.size() && keys + gets.get(to).keys().size() <= KEYS_PER_FETCH) {
        keys += gets.get(to).keys().size();
        to++;
      }
      fetch(gets.subList(from, to), replies);
      from = to;
    }
  }

  private void fetch(List<Ready> gets, Replies replies) {
    List<byte[]> keys = new ArrayList<>(gets.size());
    gets.forEach(read -> keys.addAll(read.keys()));
    List<byte[]> values;
    long height = applied.get();
    long start = System.nanoTime();
    try {
      values = store.getAll(keys);
    } catch (StoreException e) {
      gets.forEach(read -> replies.add(read.call(), unavailable(read.call(), e)));
      return;
    } finally {
      storeNanos += System.nanoTime() - start;
    }
    long newest = applied.begun();
    int at = 0;
    for (Ready read : gets) {
      int end = at + read.keys().size();
      GetReply.Builder reply = GetReply.newBuilder().setHeight(height).setNewestHeight(newest);
      replies.add(read.call(), answer(read.call(), reply, values.subList(at, end)));
      at = end;
    }
  }

  private static Response.Builder answer(Call call, GetReply.Builder reply, List<byte[]> values) {
    long bytes = 0;
    for (byte[] value : values) {
      bytes += value == null ? 0 : value.length;
    }
    if (bytes > GET_REPLY_BYTES_MAX) {
      return call.failure(
          Failure.Code.INVALID,
          "the values have "
              + bytes
              + " bytes together; an answer has at most "
              + GET_REPLY_BYTES_MAX);
    }
    for (byte[] value : values) {
      reply.addValues(value == null ? ABSENT : UnsafeByteOperations.unsafeWrap(value));
    }
    return call.answer().setGet(reply);
  }

  private void answerScan(Call call, Replies replies) {
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
}
