package io.hybridycsb.ledger.audit;

import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Where heads of the chain are kept, which later audits demand. */
public interface HeadStore {

  /** A store by its name: an address of HTTP, or else a file. */
  static HeadStore of(String name) {
    return name.startsWith("http://") || name.startsWith("https://")
        ? new HeadUrl(name)
        : new HeadFile(Path.of(name));
  }

  /**
   * The heads that are in it, in the order in which they came.
   *
   * @throws IOException if they can't be read; the message says what to do
   */
  List<Head> read() throws IOException;

  /**
   * Adds one.
   *
   * @throws IOException if it isn't kept; the message says why
   */
  void add(Head head) throws IOException;
}
