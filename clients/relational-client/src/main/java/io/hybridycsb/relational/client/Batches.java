package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Calls of several threads that go into the chain as one transaction: one signature, and one entry
 * in every node's mempool. The thread with a batch's first call sends it when the batch holds a
 * good part of the calls that are underway, or after a short wait. One thread alone never waits.
 */
final class Batches {
  private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
  private static final int PART_OF_UNDERWAY = 4;

  /** Half of what nodes take by default. A longer call is a transaction of its own. */
  private static final int BYTES_MAX = 512 << 10;

  private final int callsMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private Batch open;
  private int underway;

  /**
   * @param callsMax calls of a transaction, at most
   */
  Batches(int callsMax) {
    this.callsMax = callsMax;
  }

  /** Sends a transaction, and waits for its answer. */
  interface Sender {
    /**
     * @param signed is told what is sent, before it is
     */
    Result send(List<Call> calls, Consumer<SignedCalls> signed);
  }

  private static final class Batch {
    private final List<Submission> submissions = new ArrayList<>();
    private final CompletableFuture<Result> answer = new CompletableFuture<>();
    private int bytes;

    boolean hasRoomFor(Submission submission, int callsMax) {
      return submissions.size() < callsMax
          && bytes + submission.call().getSerializedSize() <= BYTES_MAX;
    }

    void add(Submission submission) {
      submissions.add(submission);
      bytes += submission.call().getSerializedSize();
    }

    List<Call> calls() {
      return submissions.stream().map(Submission::call).toList();
    }

    void sentAs(SignedCalls signed) {
      for (int i = 0; i < submissions.size(); i++) {
        submissions.get(i).sentAs(signed, i);
      }
    }
  }

  /**
   * Sends a call, perhaps with others.
   *
   * @param sender sends the batch if this thread is to do so
   * @param deadline of {@link System#nanoTime}
   * @return the answer to the transaction
   */
  Result send(Submission submission, Sender sender, long deadline) {
    Batch batch;
    boolean leads;
    lock.lock();
    try {
      underway++;
      leads = open == null || !open.hasRoomFor(submission, callsMax);
      if (leads) {
        open = new Batch();
      }
      batch = open;
      batch.add(submission);
      grown.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      if (leads) {
        lead(batch, sender);
      }
      return await(batch, deadline);
    } finally {
      lock.lock();
      underway--;
      lock.unlock();
    }
  }

  private void lead(Batch batch, Sender sender) {
    try {
      close(batch);
      batch.answer.complete(sender.send(batch.calls(), batch::sentAs));
    } catch (RuntimeException | Error e) {
      batch.answer.completeExceptionally(e);
    }
  }

  /** Waits until the batch is worth a transaction; from then on nobody adds to it. */
  private void close(Batch batch) {
    lock.lock();
    try {
      long left = LINGER_NANOS;
      while (left > 0
          && open == batch
          && batch.submissions.size() < Math.min(callsMax, underway / PART_OF_UNDERWAY)) {
        left = grown.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      // It ends the wait for the answer, too.
      Thread.currentThread().interrupt();
    } finally {
      if (open == batch) {
        open = null;
      }
      lock.unlock();
    }
  }

  private static Result await(Batch batch, long deadline) {
    try {
      return batch.answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RelationalException failure) {
        throw failure;
      }
      throw new IllegalStateException("a batch was not sent: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new RelationalException.UnknownOutcome("no answer in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RelationalException.UnknownOutcome("interrupted while waiting for an answer");
    }
  }
}
