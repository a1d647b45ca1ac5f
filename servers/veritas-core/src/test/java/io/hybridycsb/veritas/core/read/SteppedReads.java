package io.hybridycsb.veritas.core.read;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.proto.Request;
import java.util.function.LongSupplier;

/** A node's reads, moved by hand where its threads would move them. */
public final class SteppedReads {
  private final AppliedHeight applied;
  private final ReadService service;
  private final LongSupplier clock;

  public SteppedReads(NodeContext node, LongSupplier clock) {
    this.clock = clock;
    applied = node.clients().applied();
    service =
        new ReadService(
            node.clients().gate(), node.data().store().forReaders(), applied, node.times(), clock);
  }

  /** Takes a get or a scan, as {@code Node} does. */
  public void submit(Call call) {
    Request request = call.request();
    long minHeight =
        request.hasGet() ? request.getGet().getMinHeight() : request.getScan().getMinHeight();
    applied.whenReached(call, minHeight, () -> service.submit(call));
  }

  /** Answers what waits for nothing but its turn, and what has waited too long. */
  public void answer() throws InterruptedException {
    service.step(0);
    applied.expire(clock.getAsLong());
  }
}
