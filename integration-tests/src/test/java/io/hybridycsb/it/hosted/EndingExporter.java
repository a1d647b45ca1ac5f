package io.hybridycsb.it.hosted;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/**
 * Writes measurements as YCSB does, and throws when they are all written: there YCSB's client would
 * end the JVM.
 */
public final class EndingExporter extends TextMeasurementsExporter {
  /** The end of a run that was as YCSB wants it. */
  static final class EndOfRun extends Error {
    private EndOfRun() {
      super("the measurements are written", null, false, false);
    }
  }

  /** Called by YCSB. */
  public EndingExporter(OutputStream out) {
    super(new LeftOpen(out));
  }

  @Override
  public void close() throws IOException {
    super.close();
    throw new EndOfRun();
  }

  /** Standard output stays open for the next run. */
  private static final class LeftOpen extends FilterOutputStream {
    LeftOpen(OutputStream out) {
      super(out);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
