package io.hybridycsb.veritas.core.node;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.veritas.core.replica.ReadGate;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.state.SelfHealingStore;
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
final class ReadService implements Runnable {
  static final int KEYS_MAX = 1000;
  static final int SCAN_MAX = 10_000;
  private static final int CALLS_MAX = 50_000;
  private static final int KEYS_PER_FETCH = 256;
  private static final int SCAN_REPLY_BYTES = 8 << 20;
  private static final ByteString ABSENT = ByteString.EMPTY;

  private final ReadGate gate;
  private final SelfHealingStore store;
  private final LinkedBlockingQueue<Ready> ready = new LinkedBlockingQueue<>();
  private final AtomicInteger calls = new AtomicInteger();

  private record Ready(Call call, List<byte[]> keys) {
    boolean isScan() {
      return call.request().hasScan();
    }
  }

  ReadService(ReadGate gate, SelfHealingStore store) {
    this.gate = gate;
    this.store = store;
  }

  void submit(Call call) {
    if (calls.incrementAndGet() > CALLS_MAX) {
      calls.decrementAndGet();
      call.fail(Failure.Code.UNAVAILABLE, CALLS_MAX + " reads are waiting here, the most allowed");
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
        answer(batch, replies);
        replies.flush();
        calls.addAndGet(-batch.size());
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(List<Ready> batch, Replies replies) {
    long now = System.nanoTime();
    batch.removeIf(
        read -> {
          boolean late = read.call().isExpired(now);
          if (late) {
            calls.decrementAndGet();
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

  private void answerGets(List<Ready> gets, Replies replies) {
    List<byte[]> keys = new ArrayList<>(gets.size());
    gets.forEach(read -> keys.addAll(read.keys()));
    if (keys.isEmpty()) {
      return;
    }
    List<byte[]> values;
    try {
      values = store.current(keys);
    } catch (StoreException e) {
      gets.forEach(read -> replies.add(read.call(), unavailable(read.call(), e)));
      return;
    }
    int at = 0;
    for (Ready read : gets) {
      GetReply.Builder reply = GetReply.newBuilder();
      for (int i = 0; i < read.keys().size(); i++) {
        byte[] value = values.get(at++);
        reply.addValues(value == null ? ABSENT : UnsafeByteOperations.unsafeWrap(value));
      }
      replies.add(read.call(), read.call().answer().setGet(reply));
    }
  }

  private void answerScan(Call call, Replies replies) {
    ScanRequest scan = call.request().getScan();
    ScanReply.Builder reply = ScanReply.newBuilder();
    long bytes = 0;
    for (StateEntry entry :
        store.currentRange(
            scan.getFrom().toByteArray(), scan.getTo().toByteArray(), scan.getLimit())) {
      bytes += entry.key().length + entry.value().length;
      if (bytes > SCAN_REPLY_BYTES) {
        replies.add(
            call,
            call.failure(
                Failure.Code.INVALID,
                "the scan's result has more than " + SCAN_REPLY_BYTES + " bytes; ask for less"));
        return;
      }
      reply.addKeys(UnsafeByteOperations.unsafeWrap(entry.key()));
      reply.addValues(UnsafeByteOperations.unsafeWrap(entry.value()));
    }
    replies.add(call, call.answer().setScan(reply));
  }
}
