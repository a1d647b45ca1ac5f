package io.hybridycsb.tso;

import java.io.Closeable;
import java.io.IOException;

/**
 * The durable record of the ceiling below which timestamps may be handed out. It only ever rises.
 * One thread at a time may use it.
 */
interface CeilingLog extends Closeable {
  /** The highest ceiling that is known to be durable; timestamps start here after a restart. */
  long ceiling();

  /**
   * Raises the ceiling by one step and returns it once it is durable. After an exception the log
   * can't be used any more: whether the new ceiling became durable is unknown.
   */
  long raise() throws IOException;
}
