package io.hybridycsb.immudb.command;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that say which database to use. */
final class Database {
  private static final int TIMEOUT_MS = 30_000;

  @Option(
      names = "--address",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Where immudb listens.")
  private String address;

  @Option(
      names = "--database",
      defaultValue = "defaultdb",
      description = "The database (default: ${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = "--user",
      defaultValue = "immudb",
      description = "The user (default: ${DEFAULT-VALUE}).")
  private String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "A file with the user's password; without it, the password is immudb's own.")
  private Path passwordFile;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = "Where the newest verified state is kept.")
  private Path state;

  String name() {
    return name;
  }

  Optional<Path> stateFile() {
    return Optional.ofNullable(state);
  }

  /** The server, in a database that exists. */
  Server serverIn(String database) throws IOException {
    String password = passwordFile == null ? "immudb" : Files.readString(passwordFile).strip();
    return new Server(address, database, user, password, 1, TIMEOUT_MS);
  }

  Immudb open() throws IOException {
    try {
      return Immudb.open(serverIn(name), stateFile());
    } catch (CallFailed e) {
      throw unreachable(e);
    }
  }

  IllegalStateException unreachable(CallFailed e) {
    return new IllegalStateException(
        "immudb at %s can't be used: %s".formatted(address, e.getMessage()), e);
  }
}
