package io.hybridycsb.ledger.command;

import io.hybridycsb.ledger.audit.HeadFile;
import io.hybridycsb.ledger.database.Ledger;
import io.hybridycsb.settings.DatabaseUrl;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.Option;

/** Which database, and what an earlier audit has kept of its ledger. */
final class DatabaseOptions {
  private static final String PREFIX = "postgresql-ledger.";

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = {
        "The binding's properties: postgresql-ledger.url, and postgresql-ledger.user and",
        "postgresql-ledger.password if need be."
      })
  private Path config;

  @Option(
      names = "--kept",
      paramLabel = "FILE",
      description = {
        "The chain's heads of the audits that passed, a line each; the history must still have them.",
        "Without them nobody finds out whether all of the history was rewritten."
      })
  private Path kept;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "3600",
      description = "How long the database may take for an answer (default: ${DEFAULT-VALUE}).")
  private int timeoutS;

  Ledger open() throws IOException, SQLException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(config)) {
      properties.load(reader);
    }
    String url = properties.getProperty(PREFIX + "url");
    if (url == null) {
      throw new IOException(config + " has no property " + PREFIX + "url");
    }
    DatabaseUrl.requireNoUser(PREFIX + "url", url);
    try {
      return Ledger.open(
          url,
          properties.getProperty(PREFIX + "user", ""),
          properties.getProperty(PREFIX + "password", ""),
          timeoutS);
    } catch (SQLException e) {
      throw new SQLException(DatabaseUrl.withoutOptions(url, e.getMessage()), e.getSQLState());
    }
  }

  /** Where audits keep their heads; empty if nowhere. */
  Optional<HeadFile> kept() {
    return Optional.ofNullable(kept).map(HeadFile::new);
  }
}
