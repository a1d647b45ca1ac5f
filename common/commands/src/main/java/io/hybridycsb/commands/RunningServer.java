package io.hybridycsb.commands;

import java.io.IOException;

/** A server that is open, and that lets no clients in yet. */
public interface RunningServer {
  /**
   * Lets clients in, once it can serve them.
   *
   * @return the line that says where it is ready
   * @throws IllegalStateException if it can't in time
   * @throws IOException if the address can't be listened on
   */
  String serve() throws IOException, InterruptedException;

  /**
   * Waits until it can't go on.
   *
   * @throws IOException or a RuntimeException that says in one line why it can't
   */
  void awaitEnd() throws IOException, InterruptedException;
}
