package io.hybridycsb.veritas.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hybridycsb.veritas.client.SigningQueue.Submission;
import io.hybridycsb.veritas.connection.NodeConnection;
import io.hybridycsb.veritas.connection.PendingReply;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.signing.BatchSigner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each commit is signed, soon, and many together. */
class SigningQueueTest {
  private static final int THREADS = 8;
  private static final int COMMITS = 20;
  private static final int BATCH_MAX = 16;
  private static final long DEADLINE_MS = 20_000;

  private final NodeConnection connection =
      new NodeConnection(
          "node", "127.0.0.1:1", Optional.empty(), "c", SigningKey.ofSeed(new byte[32]));
  private SigningQueue queue;

  @BeforeEach
  void start() {
    queue =
        new SigningQueue(
            new BatchSigner(SigningKey.ofSeed(new byte[32]), "c"),
            new ClientOptions(
                10_000,
                20_000,
                BATCH_MAX,
                Optional.empty(),
                ClientOptions.DEFAULT.tls(),
                Optional.empty(),
                ClientOptions.DEFAULT.age()));
  }

  @AfterEach
  void stop() {
    queue.close();
    connection.close();
  }

  @Test
  void signsEveryCommitOfManyThreads() throws InterruptedException {
    AtomicInteger signed = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(new Thread(() -> commitMany(signed)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join(DEADLINE_MS);
    }
    assertEquals(THREADS * COMMITS, signed.get());
  }

  private void commitMany(AtomicInteger signed) {
    for (int i = 0; i < COMMITS; i++) {
      Submission submission = submit();
      if (isSigned(submission)) {
        signed.incrementAndGet();
      }
      queue.finished();
    }
  }

  @Test
  void signsManyTogetherAndNoMoreThanAreAllowed() {
    Submission[] all = new Submission[64];
    for (int i = 0; i < all.length; i++) {
      all[i] = submit();
    }
    int largest = 0;
    for (Submission each : all) {
      assertTrue(isSigned(each));
      largest = Math.max(largest, each.signed.getBatchSize());
    }
    assertTrue(largest > 1 && largest <= BATCH_MAX, "the largest batch has " + largest);
  }

  private Submission submit() {
    Submission submission = new Submission(new byte[] {1, 2, 3}, false, 10_000, connection);
    queue.submit(submission);
    return submission;
  }

  /** Nobody listens where it is sent, so that its caller is told when it is signed. */
  private static boolean isSigned(Submission submission) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS);
    return PendingReply.awaitAny(List.of(submission.reply), deadline) != null
        && submission.signed != null;
  }
}
