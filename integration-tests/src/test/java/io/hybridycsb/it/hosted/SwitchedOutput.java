package io.hybridycsb.it.hosted;

import java.io.IOException;
import java.io.OutputStream;

/** An output that goes to one file after another, also for those who keep it. */
final class SwitchedOutput extends OutputStream {
  private OutputStream current = OutputStream.nullOutputStream();

  /** Goes to another from now on; the last is closed. */
  synchronized void to(OutputStream next) throws IOException {
    current.close();
    current = next;
  }

  @Override
  public synchronized void write(int one) throws IOException {
    current.write(one);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) throws IOException {
    current.write(bytes, from, length);
  }

  @Override
  public synchronized void flush() throws IOException {
    current.flush();
  }
}
