package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.crypto.Hashes;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's snapshots on disk: for each a directory by its position, with the chunks by their
 * numbers and {@code metadata}. The newest two are kept, and a few that other nodes were offered or
 * read in the last minutes. Safe for use by several threads.
 */
public final class SnapshotDirectory implements StateSource {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotDirectory.class);
  private static final int KEPT = 2;

  /** Includes the snapshots in use. */
  private static final int KEPT_MAX = 10;

  /** Longer than the two minutes that CometBFT waits for a chunk. */
  private static final long IN_USE_NS = TimeUnit.MINUTES.toNanos(3);

  private static final String METADATA = "metadata";

  private final Path root;

  /** The newest first. */
  private volatile List<SnapshotInfo> snapshots;

  /** When others were last told of a snapshot, by its position. */
  private final Map<Long, Long> usedNs = new ConcurrentHashMap<>();

  private final LongSupplier clockNs;

  /**
   * @throws StoreException if the directory can't be read
   */
  public SnapshotDirectory(Path root) {
    this(root, System::nanoTime);
  }

  SnapshotDirectory(Path root, LongSupplier clockNs) {
    this.root = root;
    this.clockNs = clockNs;
    snapshots = read();
  }

  private List<SnapshotInfo> read() {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    List<SnapshotInfo> found = new ArrayList<>();
    try (Stream<Path> entries = Files.list(root)) {
      for (Path entry : entries.toList()) {
        String name = entry.getFileName().toString();
        if (name.matches("[0-9]{1,18}") && Files.exists(entry.resolve(METADATA))) {
          byte[] metadata = Files.readAllBytes(entry.resolve(METADATA));
          found.add(SnapshotInfo.decode(Long.parseLong(name), metadata));
        } else {
          // The node died while it wrote or removed this one.
          delete(entry);
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new StoreException("snapshots in " + root + " can't be read: " + e.getMessage(), e);
    }
    found.sort(Comparator.comparingLong(SnapshotInfo::position).reversed());
    return List.copyOf(found);
  }

  /** All complete snapshots, the newest first. */
  public List<SnapshotInfo> list() {
    return snapshots;
  }

  /**
   * The newest snapshots, newest first. They are kept for some minutes, for the nodes that see
   * them.
   */
  public synchronized List<SnapshotInfo> offer() {
    List<SnapshotInfo> newest = snapshots.stream().limit(KEPT).toList();
    newest.forEach(info -> usedNs.put(info.position(), clockNs.getAsLong()));
    return newest;
  }

  /** A chunk as it is on disk; empty if it isn't there. */
  public Optional<byte[]> chunk(long position, int index) {
    usedNs.computeIfPresent(position, (unused, before) -> clockNs.getAsLong());
    try {
      return Optional.of(
          Files.readAllBytes(directoryOf(position).resolve(Integer.toString(index))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("a chunk of a snapshot can't be read: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private Path directoryOf(long position) {
    return root.resolve(Long.toString(position));
  }

  /** Makes an empty directory for a snapshot that is being written. */
  Path newDirectory(String name) throws IOException {
    Path directory = root.resolve(name);
    delete(directory);
    return Files.createDirectories(directory);
  }

  /** Turns a finished directory into a snapshot, and removes snapshots that are no longer kept. */
  synchronized void publish(Path made, SnapshotInfo info) throws IOException {
    Files.write(made.resolve(METADATA), info.metadata());
    Path directory = directoryOf(info.position());
    delete(directory);
    Files.move(made, directory, StandardCopyOption.ATOMIC_MOVE);
    List<SnapshotInfo> all = new ArrayList<>(snapshots);
    all.removeIf(each -> each.position() == info.position());
    all.add(info);
    all.sort(Comparator.comparingLong(SnapshotInfo::position).reversed());
    List<SnapshotInfo> kept = new ArrayList<>(all.subList(0, Math.min(KEPT, all.size())));
    all.stream().skip(KEPT).filter(this::isInUse).limit(KEPT_MAX - KEPT).forEach(kept::add);
    snapshots = List.copyOf(kept);
    all.removeAll(kept);
    for (SnapshotInfo old : all) {
      usedNs.remove(old.position());
      delete(directoryOf(old.position()));
    }
  }

  private boolean isInUse(SnapshotInfo info) {
    Long lastNs = usedNs.get(info.position());
    return lastNs != null && clockNs.getAsLong() - lastNs < IN_USE_NS;
  }

  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> entries = Files.walk(directory)) {
      for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(entry);
      }
    }
  }

  @Override
  public long newestHeight(long heightMax) {
    return snapshots.stream()
        .mapToLong(SnapshotInfo::height)
        .filter(height -> height <= heightMax)
        .findFirst()
        .orElse(0);
  }

  @Override
  public void forEachEntry(long height, Consumer<StateEntry> consumer) {
    SnapshotInfo info =
        snapshots.stream()
            .filter(each -> each.height() == height)
            .findFirst()
            .orElseThrow(
                () -> new StoreException("no snapshot of height " + height + " in " + root));
    try (DataInputStream in = open(directoryOf(info.position()), info)) {
      SnapshotContent.readPart(in, SnapshotContent.BLOCK_BYTES_MAX);
      for (long each = 1; each <= height; each++) {
        SnapshotContent.readPart(in, SnapshotContent.INDEX_RECORD_BYTES_MAX);
      }
      SnapshotContent.readEntries(in, consumer);
    } catch (IOException | UncheckedIOException e) {
      throw new StoreException(
          "the snapshot in " + directoryOf(info.position()) + " is damaged: " + e.getMessage(), e);
    }
  }

  static DataInputStream open(Path directory, SnapshotInfo info) {
    return new DataInputStream(new ChunkInput(directory, info.chunkHashes()));
  }

  /** Whether these are the bytes of a chunk. */
  static boolean isChunk(SnapshotInfo info, int index, byte[] bytes) {
    return Arrays.equals(Hashes.sha256(bytes), info.chunkHashes().get(index));
  }

  /** Reads chunks one after another; a changed chunk is an error. */
  private static final class ChunkInput extends InputStream {
    private final Path directory;
    private final List<byte[]> hashes;
    private byte[] chunk = new byte[0];
    private int next;
    private int at;

    ChunkInput(Path directory, List<byte[]> hashes) {
      this.directory = directory;
      this.hashes = hashes;
    }

    @Override
    public int read() throws IOException {
      return isAtEnd() ? -1 : chunk[at++] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (isAtEnd()) {
        return -1;
      }
      int taken = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, bytes, offset, taken);
      at += taken;
      return taken;
    }

    private boolean isAtEnd() throws IOException {
      while (at == chunk.length) {
        if (next == hashes.size()) {
          return true;
        }
        Path file = directory.resolve(Integer.toString(next));
        chunk = Files.readAllBytes(file);
        if (!Arrays.equals(Hashes.sha256(chunk), hashes.get(next))) {
          throw new IOException(file + " isn't the chunk that was written");
        }
        next++;
        at = 0;
      }
      return false;
    }
  }
}
