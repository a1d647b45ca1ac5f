package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.crypto.BatchSigner;
import io.hybridycsb.veritas.proto.CommitRequest;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Signs the transactions of many threads together and sends them. A batch is closed when it holds a
 * good part of the commits that are underway, or when its first has lingered long enough: one
 * thread alone never waits, hundreds share one signature.
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
  private final ArrayBlockingQueue<Submission> queue = new ArrayBlockingQueue<>(QUEUE_COMMITS);
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
    underway.incrementAndGet();
    if (!queue.offer(submission)) {
      underway.decrementAndGet();
      throw new VeritasException.Unavailable(
          QUEUE_COMMITS + " commits wait to be signed, the most allowed");
    }
  }

  void finished() {
    underway.decrementAndGet();
  }

  private void run() {
    List<Submission> batch = new ArrayList<>();
    try {
      while (!Thread.currentThread().isInterrupted()) {
        batch.add(queue.take());
        fill(batch);
        send(batch);
        batch.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fill(List<Submission> batch) throws InterruptedException {
    long until = signedNanos + lingerNanos;
    while (true) {
      queue.drainTo(batch, batchMax - batch.size());
      long left = until - System.nanoTime();
      if (batch.size() >= Math.min(batchMax, underway.get() / PART_OF_UNDERWAY) || left <= 0) {
        return;
      }
      Submission next = queue.poll(left, TimeUnit.NANOSECONDS);
      if (next == null) {
        return;
      }
      batch.add(next);
    }
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
