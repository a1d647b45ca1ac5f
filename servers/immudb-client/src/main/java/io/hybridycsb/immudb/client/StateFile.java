package io.hybridycsb.immudb.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.immudb.proof.ProofFailed;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.verification.Hash;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The newest state that any process with this file has verified, in JSON. It outlives the
 * processes, so that a server which loses or rewrites a part of its ledger in between is found.
 *
 * @param file need not exist
 */
public record StateFile(Path file) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Longer than another process asks the server for proofs. */
  private static final long LOCK_MS = 60_000;

  private static final long LOCK_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * A state and whose it is.
   *
   * @param server by which the server calls itself
   */
  public record Kept(String server, String database, State state) {}

  /** Makes the state to keep of the one that is kept. */
  @FunctionalInterface
  interface Update {
    Kept after(Optional<Kept> kept) throws ProofFailed;
  }

  /**
   * What the file has; empty if there is none.
   *
   * @throws IllegalStateException if it can't be read
   */
  public Optional<Kept> read() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(file.toFile());
      Hash hash = Hash.ofHex(json.required("hash").asText());
      long tx = json.required("transaction").asLong();
      if (tx < 1) {
        throw new IllegalArgumentException("it has no transaction");
      }
      return Optional.of(
          new Kept(
              json.required("server").asText(),
              json.required("database").asText(),
              new State(tx, hash)));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "the state file %s can't be read: %s; restore it, or remove it to trust the server anew"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /**
   * Replaces what the file has. Processes do so one after another.
   *
   * @throws IllegalStateException if it can't be written
   */
  void update(Update update) throws ProofFailed {
    Path locked = file.resolveSibling(file.getFileName() + ".lock");
    // Within a process a file can be locked only once.
    synchronized (StateFile.class) {
      try (FileChannel channel =
              FileChannel.open(locked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = lock(channel)) {
        write(update.after(read()));
      } catch (IOException e) {
        throw new IllegalStateException(
            "the state file %s can't be written: %s".formatted(file, e.getMessage()), e);
      }
    }
  }

  /**
   * Takes the lock, which the system gives back when the process ends.
   *
   * @throws IOException if another process keeps it
   */
  private static FileLock lock(FileChannel channel) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOCK_MS);
    while (true) {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() >= deadline) {
        throw new IOException("another process has kept it locked for %d ms".formatted(LOCK_MS));
      }
      LockSupport.parkNanos(LOCK_PAUSE_NS);
    }
  }

  private void write(Kept kept) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("server", kept.server());
    json.put("database", kept.database());
    json.put("transaction", kept.state().tx());
    json.put("hash", kept.state().hash().toString());
    Path whole = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            whole,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(JSON.writeValueAsBytes(json)));
      channel.force(true);
    }
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
