package io.hybridycsb.blockchaindb.client;

import io.grpc.stub.StreamObserver;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Answers of several nodes, in the order in which they come. Each call has a deadline. */
final class BlockAnswers {
  /** One for each call that has ended; empty if it had no answer. */
  private final BlockingQueue<Optional<BlockReply>> ended = new LinkedBlockingQueue<>();

  private int open;
  private boolean isGivenUp;

  /** Takes the answer to one more call. */
  StreamObserver<BlockReply> next() {
    open++;
    return new StreamObserver<>() {
      private Optional<BlockReply> answer = Optional.empty();

      @Override
      public void onNext(BlockReply reply) {
        answer = Optional.of(reply);
      }

      @Override
      public void onError(Throwable reason) {
        ended.add(Optional.empty());
      }

      @Override
      public void onCompleted() {
        ended.add(answer);
      }
    };
  }

  /** Whether a call has not been taken yet. */
  boolean hasNext() {
    return open > 0;
  }

  /**
   * Waits for the next call to end, and gives up all that are left if none does in time.
   *
   * @return empty if it had no answer, or none has ended
   */
  Optional<BlockReply> take(long waitNs) throws InterruptedException {
    Optional<BlockReply> next = ended.poll(waitNs, TimeUnit.NANOSECONDS);
    if (next == null) {
      open = 0;
      isGivenUp = true;
      return Optional.empty();
    }
    open--;
    return next;
  }

  /** Whether calls were given up that may still have an answer. */
  boolean isGivenUp() {
    return isGivenUp;
  }
}
