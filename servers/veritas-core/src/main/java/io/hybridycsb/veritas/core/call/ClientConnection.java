package io.hybridycsb.veritas.core.call;

import io.hybridycsb.veritas.proto.Response;

/** A client's connection, to which answers go. Safe for use by several threads; never blocks. */
public interface ClientConnection {

  /** Puts an answer into the connection's queue. */
  void enqueue(Response response);

  /** Sends what is queued, as few messages as possible. */
  void flush();
}
