package io.hybridycsb.veritas.connection;

import com.google.protobuf.MessageLite;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Messages on their way into a stream. Many threads add, whichever comes first sends, and what the
 * others add meanwhile goes into its next frame: the busier the stream, the fewer frames. A message
 * that is longer than a frame should be is a frame by itself.
 */
public final class FrameQueue<M extends MessageLite> {
  private static final int FRAME_MESSAGES = 512;
  private static final int FRAME_BYTES = 1 << 20;

  private final ConcurrentLinkedQueue<M> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger flushes = new AtomicInteger();
  private final BooleanSupplier mayBeSent;
  private final Consumer<List<M>> sendFrame;

  /**
   * @param sendFrame sends messages as one frame; called by one thread at a time
   */
  public FrameQueue(Consumer<List<M>> sendFrame) {
    this(() -> true, sendFrame);
  }

  /**
   * @param mayBeSent whether another frame may be sent; when it may again, {@link #flush} is called
   * @param sendFrame sends messages as one frame; called by one thread at a time
   */
  public FrameQueue(BooleanSupplier mayBeSent, Consumer<List<M>> sendFrame) {
    this.mayBeSent = mayBeSent;
    this.sendFrame = sendFrame;
  }

  public void add(M message) {
    queue.add(message);
  }

  /** Sends everything that has been added, as far as it may be sent. */
  public void flush() {
    if (flushes.getAndIncrement() != 0) {
      return;
    }
    int missed = 1;
    while (missed != 0) {
      drain();
      missed = flushes.addAndGet(-missed);
    }
  }

  private void drain() {
    List<M> frame = new ArrayList<>();
    int bytes = 0;
    for (M next = next(frame); next != null; next = next(frame)) {
      int added = next.getSerializedSize();
      if (frame.size() >= FRAME_MESSAGES || (!frame.isEmpty() && bytes + added > FRAME_BYTES)) {
        sendFrame.accept(frame);
        frame = new ArrayList<>();
        bytes = 0;
      }
      frame.add(next);
      bytes += added;
    }
    if (!frame.isEmpty()) {
      sendFrame.accept(frame);
    }
  }

  /** The next message; null if there is none, or if its frame may not be sent. */
  private M next(List<M> frame) {
    return frame.isEmpty() && !mayBeSent.getAsBoolean() ? null : queue.poll();
  }
}
