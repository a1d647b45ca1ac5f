package io.hybridycsb.sharedjvm;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Standard output and standard error of the JVM: what a part's thread prints goes to the part's
 * log, and all else to the JVM's own. So do log lines, which Logback writes to these streams on the
 * thread that logs.
 */
final class PlacedOutput extends OutputStream {
  private final PrintStream others;

  private PlacedOutput(PrintStream others) {
    this.others = others;
  }

  /**
   * Takes the place of both. Comes before anything that keeps one of them.
   *
   * @return the JVM's own standard output
   */
  static PrintStream install() {
    PrintStream own = System.out;
    System.setOut(over(own));
    System.setErr(over(System.err));
    return own;
  }

  private static PrintStream over(PrintStream others) {
    return new PrintStream(new PlacedOutput(others), true, StandardCharsets.UTF_8);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    Optional<Place> place = Place.ofThisThread();
    if (place.isPresent()) {
      place.get().print(bytes, from, length);
    } else {
      others.write(bytes, from, length);
    }
  }

  @Override
  public void flush() {
    others.flush();
  }
}
