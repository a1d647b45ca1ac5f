package io.hybridycsb.sharedlog;

import java.util.concurrent.CompletableFuture;

/** With positions left out, as logs may. */
class InMemorySharedLogTest extends SharedLogContract {
  private final InMemorySharedLog records = new InMemorySharedLog();

  @Override
  protected SharedLog open() {
    return new InMemorySharedLog(records) {
      @Override
      public CompletableFuture<Void> append(byte[] record) {
        skip(record.length % 3);
        return super.append(record);
      }
    };
  }
}
