package io.hybridycsb.tso;

import java.io.IOException;

/** A ceiling log whose "disk" is a field; it can fail before or after a ceiling became durable. */
final class MemoryCeilingLog implements CeilingLog {
  private final long step;
  private long durable;
  private boolean failing;
  private boolean durableFirst;

  MemoryCeilingLog(long step) {
    this(step, TimestampAllocator.FIRST_TIMESTAMP);
  }

  MemoryCeilingLog(long step, long durable) {
    this.step = step;
    this.durable = durable;
  }

  void failNextRaise(boolean onceDurable) {
    failing = true;
    durableFirst = onceDurable;
  }

  @Override
  public long ceiling() {
    return durable;
  }

  @Override
  public long raise() throws IOException {
    if (!failing || durableFirst) {
      durable += step;
    }
    if (failing) {
      throw new IOException("disk gone");
    }
    return durable;
  }

  @Override
  public void close() {}
}
