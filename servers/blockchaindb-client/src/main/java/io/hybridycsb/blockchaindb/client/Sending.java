package io.hybridycsb.blockchaindb.client;

import io.grpc.Attributes;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;

/**
 * Watches whether a call is given to a connection. One that isn't no node can have got, however it
 * ends: refused, or out of time while it waited for a connection.
 */
final class Sending extends ClientStreamTracer.Factory {
  private volatile boolean begun;

  boolean hasBegun() {
    return begun;
  }

  @Override
  public ClientStreamTracer newClientStreamTracer(
      ClientStreamTracer.StreamInfo info, Metadata headers) {
    return new ClientStreamTracer() {
      @Override
      public void streamCreated(Attributes connection, Metadata headers) {
        begun = true;
      }
    };
  }
}
