package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.connection.NodeConnection;
import io.hybridycsb.veritas.connection.PendingReply;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.signing.BatchSigner;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Signs the transactions of many threads together and sends them. A batch is closed when it holds a
 * good part of the commits that are underway, or when the last one was closed long enough ago. One
 * thread alone never waits, and hundreds share one signature.
 *
 * <p>The thread that signs is woken for a batch's first commit and for the one that makes it large
 * enough, not for those between. A wake-up costs both threads more than a commit's hashes.
 */
final class SigningQueue implements AutoCloseable {
  private static final int QUEUE_COMMITS = 20_000;
  private static final int PART_OF_UNDERWAY = 4;

  /** A commit on its way. */
  static final class Submission {
    final byte[] body;
    final boolean async;
    final int timeoutMs;
    final NodeConnection connection;
    final PendingReply reply = new PendingReply();
    volatile Transaction signed;

    Submission(byte[] body, boolean async, int timeoutMs, NodeConnection connection) {
      this.body = body;
      this.async = async;
      this.timeoutMs = timeoutMs;
      this.connection = connection;
    }
  }

  private final BatchSigner signer;
  private final long lingerNanos;
  private final int batchMax;
  private final Queue<Submission> queue = new ConcurrentLinkedQueue<>();

  /** How many are in {@link #queue}, but for those that are just being added or taken. */
  private final AtomicInteger queued = new AtomicInteger();

  /** As many queued commits wake the thread that signs. */
  private volatile int enough = 1;

  private long signedNanos = System.nanoTime();
  private final AtomicInteger underway = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "veritas-signer");

  SigningQueue(BatchSigner signer, ClientOptions options) {
    this.signer = signer;
    this.lingerNanos = TimeUnit.MICROSECONDS.toNanos(options.signatureLingerUs());
    this.batchMax = options.signatureBatchMax();
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Hands over a commit. The caller says {@link #finished} when it has its answer.
   *
   * @throws VeritasException.Unavailable if too many commits wait already
   */
  void submit(Submission submission) {
    if (queued.get() >= QUEUE_COMMITS) {
      throw new VeritasException.Unavailable(
          QUEUE_COMMITS + " commits wait to be signed, the most allowed");
    }
    underway.incrementAndGet();
    // Counted when it can be taken: whoever makes it 1 wakes a thread that then finds something.
    queue.add(submission);
    int waiting = queued.incrementAndGet();
    if (waiting == 1 || waiting == enough) {
      LockSupport.unpark(thread);
    }
  }

  void finished() {
    underway.decrementAndGet();
  }

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      if (queue.isEmpty()) {
        LockSupport.park(this);
      } else {
        gather();
        send(take());
      }
    }
  }

  /** Waits for more commits, as long as they are too few and the last batch is fresh. */
  private void gather() {
    long until = signedNanos + lingerNanos;
    long left = until - System.nanoTime();
    while (left > 0 && !isEnough() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, left);
      left = until - System.nanoTime();
    }
  }

  private boolean isEnough() {
    // Set before the queue is looked at: whoever reaches it afterwards wakes this thread.
    enough = Math.max(1, Math.min(batchMax, underway.get() / PART_OF_UNDERWAY));
    return queued.get() >= enough;
  }

  private List<Submission> take() {
    List<Submission> batch = new ArrayList<>();
    while (batch.size() < batchMax && !queue.isEmpty()) {
      batch.add(queue.remove());
    }
    queued.addAndGet(-batch.size());
    return batch;
  }

  private void send(List<Submission> batch) {
    signedNanos = System.nanoTime();
    List<Transaction> signed = signer.sign(batch.stream().map(s -> s.body).toList());
    Set<NodeConnection> touched = new LinkedHashSet<>();
    for (int i = 0; i < signed.size(); i++) {
      Submission submission = batch.get(i);
      submission.signed = signed.get(i);
      try {
        submission.connection.enqueue(
            request(submission.signed, submission.async, submission.timeoutMs), submission.reply);
        touched.add(submission.connection);
      } catch (VeritasException e) {
        submission.reply.fail(e);
      }
    }
    touched.forEach(NodeConnection::flush);
  }

  static Request.Builder request(Transaction signed, boolean async, int timeoutMs) {
    return Request.newBuilder()
        .setTimeoutMs(timeoutMs)
        .setCommit(CommitRequest.newBuilder().setTransaction(signed).setAsync(async));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
