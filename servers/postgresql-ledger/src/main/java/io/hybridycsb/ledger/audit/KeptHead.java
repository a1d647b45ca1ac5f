package io.hybridycsb.ledger.audit;

import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The file in which an audit keeps where the chain was: a row's number and its hash. */
public record KeptHead(Path file) {

  /**
   * What an earlier audit has kept.
   *
   * @throws IOException if the file can't be read, or isn't one of ours
   */
  public Optional<Head> read() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String[] parts = Files.readString(file).strip().split(" ", -1);
    try {
      return Optional.of(new Head(Long.parseLong(parts[0]), parts[1]));
    } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException(
          file + " has no head of a ledger; restore it, or remove it to keep a new one", e);
    }
  }

  /** Keeps it for the next audit. */
  public void write(Head head) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, head + "\n");
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
