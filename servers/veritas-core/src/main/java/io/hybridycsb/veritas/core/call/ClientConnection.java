package io.hybridycsb.veritas.core.call;

import io.hybridycsb.veritas.proto.Response;

/** A client's connection, to which answers go. Safe for use by several threads; never blocks. */
public interface ClientConnection {

  /** Puts a call's only answer into the connection's queue. */
  void enqueue(Call answered, Response response);

  /**
   * Whether a large answer may be made. If not, the client takes its answers more slowly than it
   * asks, and is to be refused.
   */
  boolean takesAnswers();

  /** Sends what is queued, as few messages as possible. */
  void flush();
}
