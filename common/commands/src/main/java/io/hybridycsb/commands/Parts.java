package io.hybridycsb.commands;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.LoggerFactory;

/** What a server consists of: opened one after the other, and closed the other way round. */
public final class Parts implements AutoCloseable {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Takes what was opened last; it is closed first. */
  public <T extends AutoCloseable> T add(T part) {
    open.push(part);
    return part;
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        LoggerFactory.getLogger(Parts.class).debug("closing a part", e);
      }
    }
  }
}
