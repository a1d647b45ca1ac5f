package io.hybridycsb.verification;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The newest blocks or transactions that any process with this file has verified. It outlives the
 * processes. So it finds a server that loses or rewrites a part of its ledger in between, or that
 * shows an old state to a client that has just been started.
 *
 * <p>A line names the ledger, then a line for each of its chains tells the height and the hash:
 *
 * <pre>
 * ledger hybrid-6f1c
 * chain shard0 1748 9c27...
 * </pre>
 *
 * @param file need not exist
 */
public record StateFile(Path file) {
  private static final String LEDGER = "ledger ";
  private static final Pattern CHAIN =
      Pattern.compile("chain (\\S+) (\\d{1,19}) ([0-9a-f]{" + 2 * Hash.BYTES + "})");

  /** Far more than any ledger has chains. */
  private static final long BYTES_MAX = 1 << 20;

  /** Longer than another one has it as a rule. While one waits for a server's proof, it has it. */
  private static final long LOCK_MS = 60_000;

  private static final long LOCK_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(10);

  /** Within a process a file can be locked only once. */
  private static final ReentrantLock WITHIN_PROCESS = new ReentrantLock();

  /**
   * What was verified of one chain.
   *
   * @param height of its newest block or transaction, from 1
   */
  public record Position(long height, Hash hash) {
    public Position {
      if (height < 1) {
        throw new IllegalArgumentException("a height is 1 or greater, not " + height);
      }
    }
  }

  /**
   * What was verified of a ledger.
   *
   * @param ledger by which it is told from all others: one line without spaces at its ends
   * @param chains by their names, which have no spaces
   */
  public record Kept(String ledger, SortedMap<String, Position> chains) {
    public Kept {
      if (ledger.isEmpty() || !ledger.equals(ledger.strip()) || ledger.lines().count() != 1) {
        throw new IllegalArgumentException("'" + ledger + "' doesn't name a ledger");
      }
      chains.keySet().stream()
          .filter(name -> !name.matches("\\S+"))
          .findFirst()
          .ifPresent(
              name -> {
                throw new IllegalArgumentException("'" + name + "' doesn't name a chain");
              });
      chains = new TreeMap<>(chains);
    }

    /**
     * What was verified of one of its chains.
     *
     * @throws IllegalStateException if that isn't kept
     */
    public Position of(String chain) {
      Position position = chains.get(chain);
      if (position == null) {
        throw new IllegalStateException(
            "what is kept of %s lacks its chain %s".formatted(ledger, chain));
      }
      return position;
    }
  }

  /**
   * What the file has; empty if there is none.
   *
   * @throws IllegalStateException if it can't be read
   */
  public Optional<Kept> read() {
    try {
      return read(real());
    } catch (IOException e) {
      throw unreadable(e, e.toString());
    }
  }

  private Optional<Kept> read(Path real) {
    try {
      if (Files.notExists(real, LinkOption.NOFOLLOW_LINKS)) {
        return Optional.empty();
      }
      if (!Files.isRegularFile(real)) {
        throw new IllegalArgumentException("it is no regular file");
      }
      if (Files.size(real) > BYTES_MAX) {
        throw new IllegalArgumentException("it has more than %d bytes".formatted(BYTES_MAX));
      }
      return Optional.of(parsed(Files.readAllLines(real)));
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw unreadable(e, e.getMessage());
    } catch (IOException e) {
      throw unreadable(e, e.toString());
    }
  }

  /**
   * The file itself, which the path may name by symbolic links. It need not exist.
   *
   * @throws IllegalStateException if its directory doesn't exist
   * @throws IOException if that can't be told: such a file isn't taken for one that is absent
   */
  private Path real() throws IOException {
    try {
      return file.toRealPath();
    } catch (NoSuchFileException e) {
      if (!Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
      Path directory = file.toAbsolutePath().getParent();
      if (Files.notExists(directory)) {
        throw new IllegalStateException(
            "the state file %s can't be used: its directory doesn't exist".formatted(file), e);
      }
      return directory.toRealPath().resolve(file.getFileName());
    }
  }

  private IllegalStateException unreadable(Exception cause, String reason) {
    return new IllegalStateException(
        "the state file %s can't be read: %s; restore it, or remove it to trust the ledger as it is"
            .formatted(file, reason),
        cause);
  }

  private static Kept parsed(List<String> lines) {
    if (lines.isEmpty() || !lines.get(0).startsWith(LEDGER)) {
      throw new IllegalArgumentException("its first line doesn't name a ledger");
    }
    SortedMap<String, Position> chains = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      Matcher chain = CHAIN.matcher(line);
      if (!chain.matches()) {
        throw new IllegalArgumentException(
            "'%s' isn't a chain with its height and hash".formatted(line));
      }
      Position position = new Position(Long.parseLong(chain.group(2)), Hash.ofHex(chain.group(3)));
      if (chains.put(chain.group(1), position) != null) {
        throw new IllegalArgumentException("it has chain %s twice".formatted(chain.group(1)));
      }
    }
    return new Kept(lines.get(0).substring(LEDGER.length()), chains);
  }

  /** Why what was kept isn't of a ledger, for people; empty if it is. */
  public Optional<String> whyNotOf(String ledger, Kept kept) {
    return kept.ledger().equals(ledger)
        ? Optional.empty()
        : Optional.of(
            "%s has the state of %s; this is %s. Remove it to trust this one"
                .formatted(file, kept.ledger(), ledger));
  }

  /**
   * Replaces what the file has. Threads and processes do so one after another.
   *
   * @param update makes what is to be kept of what is
   * @return what it has now
   * @throws IllegalStateException if it can't be read or written, or couldn't be read again, or if
   *     others have kept it locked for a minute
   */
  public Kept update(Function<Optional<Kept>, Kept> update) {
    return updated(update, LOCK_MS)
        .orElseThrow(
            () -> unwritable("it has been locked by others for %d ms".formatted(LOCK_MS), null));
  }

  /**
   * As {@link #update}, but doesn't wait for others.
   *
   * @return what it has now; empty if it is locked
   */
  public Optional<Kept> tryUpdate(Function<Optional<Kept>, Kept> update) {
    return updated(update, 0);
  }

  private Optional<Kept> updated(Function<Optional<Kept>, Kept> update, long waitMs) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    try {
      if (!WITHIN_PROCESS.tryLock(waitMs, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unwritable("the thread was interrupted", e);
    }
    try {
      Path real = real();
      try (FileChannel channel =
              FileChannel.open(
                  beside(real, ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = lock(channel, deadline)) {
        if (lock == null) {
          return Optional.empty();
        }
        Optional<Kept> before = read(real);
        Optional<Kept> after = Optional.of(update.apply(before));
        if (!after.equals(before)) {
          write(real, after.get());
        }
        return after;
      }
    } catch (IOException e) {
      throw unwritable(e.toString(), e);
    } finally {
      WITHIN_PROCESS.unlock();
    }
  }

  private IllegalStateException unwritable(String reason, Throwable cause) {
    return new IllegalStateException(
        "the state file %s can't be written: %s".formatted(file, reason), cause);
  }

  private static Path beside(Path real, String ending) {
    return real.resolveSibling(real.getFileName() + ending);
  }

  /** The lock, which the system gives back when the process ends; null if others keep it. */
  private static FileLock lock(FileChannel channel, long deadline) throws IOException {
    FileLock lock = channel.tryLock();
    while (lock == null && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOCK_PAUSE_NS);
      lock = channel.tryLock();
    }
    return lock;
  }

  /**
   * A file that can't be read again would have to be removed, and the ledger be trusted as it is.
   */
  private static void requireReadable(byte[] bytes, Kept kept) throws IOException {
    try {
      if (bytes.length <= BYTES_MAX
          && parsed(new String(bytes, StandardCharsets.UTF_8).lines().toList()).equals(kept)) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // It is told as all that differs.
    }
    throw new IOException("what was verified of %s can't be told in it".formatted(kept.ledger()));
  }

  private static void write(Path real, Kept kept) throws IOException {
    List<String> lines = new ArrayList<>(List.of(LEDGER + kept.ledger()));
    kept.chains()
        .forEach(
            (name, position) ->
                lines.add("chain %s %d %s".formatted(name, position.height(), position.hash())));
    byte[] bytes = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    requireReadable(bytes, kept);
    Path whole = beside(real, ".new");
    try (FileChannel channel =
        FileChannel.open(
            whole,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
    Files.move(whole, real, StandardCopyOption.ATOMIC_MOVE);
    sync(real.getParent());
  }

  private static void sync(Path directory) {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // The file is replaced. Only a crash of the machine may bring back the one before.
    }
  }
}
