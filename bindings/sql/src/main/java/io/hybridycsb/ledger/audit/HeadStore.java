package io.hybridycsb.ledger.audit;

import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Where heads of the chain are kept, which later audits demand. */
public interface HeadStore {

  /** How addresses begin, and files on a drive of one letter don't. */
  Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

  /**
   * A store by its name: an address of HTTP, or else a file.
   *
   * @throws IOException if it begins as an address, and is none of HTTP, or has a user in it
   */
  static HeadStore of(String name) throws IOException {
    return SCHEME.matcher(name).matches() ? HeadUrl.of(name) : new HeadFile(Path.of(name));
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
