package io.hybridycsb.ledger.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.ledger.database.Rows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the ledger is made of: functions, tables, rights, as this release's ledger.sql makes it. */
record Definitions(Ledger ledger, Findings findings) {
  /** A line for each: the hash of its definition, a blank, its name. */
  private static final String EXPECTED = "definitions";

  private static final int HASH_LENGTH = 64;

  /** Tells what is another one, what is missing, and what is there beside it. */
  void compare() throws SQLException {
    Map<String, String> missing = expected();
    try (Rows<Map.Entry<String, String>> found = ledger.definitions()) {
      for (Optional<Map.Entry<String, String>> one = found.next();
          one.isPresent();
          one = found.next()) {
        String hash = missing.remove(one.get().getKey());
        if (hash == null) {
          findings.add(one.get().getKey() + ": the ledger has no such thing");
        } else if (!hash.equals(one.get().getValue())) {
          findings.add(one.get().getKey() + ": not as this release's ledger.sql makes it");
        }
      }
    }
    missing.keySet().forEach(name -> findings.add(name + " is missing"));
  }

  /** Hashes by names. */
  static Map<String, String> expected() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Definitions.class.getResourceAsStream(EXPECTED), UTF_8))) {
      return lines
          .lines()
          .collect(
              Collectors.toMap(
                  line -> line.substring(HASH_LENGTH + 1),
                  line -> line.substring(0, HASH_LENGTH),
                  (one, other) -> one,
                  TreeMap::new));
    } catch (IOException e) {
      throw new UncheckedIOException("a resource of this program can't be read", e);
    }
  }
}
