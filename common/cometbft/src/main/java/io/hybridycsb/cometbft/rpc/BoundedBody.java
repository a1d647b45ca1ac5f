package io.hybridycsb.cometbft.rpc;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** The body of an answer, which fails with {@link TooLong} as soon as it has too many bytes. */
final class BoundedBody implements BodySubscriber<byte[]> {
  private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
  private final int bytesMax;
  private long bytes;
  private Subscription subscription;

  /** An answer has more bytes than it may have. */
  static final class TooLong extends IOException {
    private TooLong(int bytesMax) {
      super("the answer has more than " + bytesMax + " bytes");
    }
  }

  BoundedBody(int bytesMax) {
    this.bytesMax = bytesMax;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    whole.onSubscribe(given);
  }

  @Override
  public void onNext(List<ByteBuffer> part) {
    bytes += part.stream().mapToLong(ByteBuffer::remaining).sum();
    if (bytes > bytesMax) {
      subscription.cancel();
      whole.onError(new TooLong(bytesMax));
    } else {
      whole.onNext(part);
    }
  }

  @Override
  public void onError(Throwable failure) {
    whole.onError(failure);
  }

  @Override
  public void onComplete() {
    whole.onComplete();
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole.getBody();
  }
}
