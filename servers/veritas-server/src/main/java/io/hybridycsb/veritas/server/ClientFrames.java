package io.hybridycsb.veritas.server;

import java.util.concurrent.atomic.LongAdder;

/** How many frames came from clients and went to them, over all connections. */
final class ClientFrames {
  private final LongAdder received = new LongAdder();
  private final LongAdder sent = new LongAdder();

  void countReceived() {
    received.increment();
  }

  void countSent() {
    sent.increment();
  }

  long received() {
    return received.sum();
  }

  long sent() {
    return sent.sum();
  }
}
