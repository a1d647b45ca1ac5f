package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * The transactions that an account has signed, on disk before anybody else sees them. So no nonce
 * is used twice, and after a crash it is known which transaction holds which operations. A record
 * is its length, a checksum, a kind, the nonce, the operations' ids, the transaction. What a crash
 * has cut off is dropped; it was never sent.
 *
 * <p>There are two files. Once the newer is full, and the older isn't needed, the newer replaces
 * it.
 */
final class Journal implements AutoCloseable {
  /** A file's size, beyond which it counts as full. */
  private static final long FILE_BYTES = 64 << 20;

  private static final int HEADER_BYTES = 8;
  private static final int ID_BYTES = 16;
  private static final byte SIGNED = 1;
  private static final byte VOID = 2;

  private final Path file;
  private final Path older;
  private final long fileBytes;
  private FileChannel channel;

  /** The end of the newer file's complete records; bytes after it are overwritten. */
  private long end;

  /** The highest nonce in each file; -1 where there is none. */
  private long newerNonce = -1;

  private long olderNonce = -1;

  private Journal(Path file, long fileBytes) throws IOException {
    this.file = file;
    this.fileBytes = fileBytes;
    this.older = file.resolveSibling(file.getFileName() + ".old");
    this.channel = open();
  }

  /**
   * Opens it.
   *
   * @param found gets the transactions in it, without those that were refused
   */
  static Journal open(Path file, List<Submitted> found) {
    return open(file, found, FILE_BYTES);
  }

  static Journal open(Path file, List<Submitted> found, long fileBytes) {
    try {
      Files.createDirectories(file.getParent());
      Journal journal = new Journal(file, fileBytes);
      if (Files.exists(journal.older)) {
        readInto(found, Files.readAllBytes(journal.older));
        journal.olderNonce = lastNonce(found);
      }
      journal.end = readInto(found, Files.readAllBytes(file));
      journal.newerNonce = lastNonce(found);
      journal.channel.truncate(journal.end);
      return journal;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open the journal " + file, e);
    }
  }

  private static long lastNonce(List<Submitted> found) {
    return found.isEmpty() ? -1 : found.get(found.size() - 1).nonce();
  }

  private FileChannel open() throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Returns how many bytes are whole records. */
  private static int readInto(List<Submitted> found, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int whole = 0;
    while (in.remaining() >= HEADER_BYTES) {
      int length = in.getInt();
      int checksum = in.getInt();
      if (length < 0
          || length > in.remaining()
          || checksum(bytes, in.position(), length) != checksum) {
        break;
      }
      ByteBuffer body = in.slice(in.position(), length);
      in.position(in.position() + length);
      whole = in.position();
      byte kind = body.get();
      long nonce = body.getLong();
      if (kind == VOID) {
        found.removeIf(submitted -> submitted.nonce() == nonce);
        continue;
      }
      Set<ByteString> operations = new LinkedHashSet<>();
      for (int left = body.getInt(); left > 0; left--) {
        operations.add(ByteString.copyFrom(body, ID_BYTES));
      }
      byte[] raw = new byte[body.remaining()];
      body.get(raw);
      found.add(new Submitted(nonce, raw, operations, List.of()));
    }
    return whole;
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  /** Returns when it is on disk. */
  void signed(Submitted submitted) {
    List<ByteString> operations = new ArrayList<>(submitted.operations());
    ByteBuffer body =
        ByteBuffer.allocate(13 + operations.size() * ID_BYTES + submitted.raw().length);
    body.put(SIGNED).putLong(submitted.nonce()).putInt(operations.size());
    operations.forEach(id -> body.put(id.toByteArray()));
    body.put(submitted.raw());
    append(body.array());
    newerNonce = submitted.nonce();
  }

  /** The transaction with this nonce was refused, and the nonce will be used again. */
  void refused(long nonce) {
    append(ByteBuffer.allocate(9).put(VOID).putLong(nonce).array());
  }

  private void append(byte[] body) {
    ByteBuffer record = ByteBuffer.allocate(HEADER_BYTES + body.length);
    record.putInt(body.length).putInt(checksum(body, 0, body.length)).put(body).flip();
    try {
      long at = end;
      while (record.hasRemaining()) {
        at += channel.write(record, at);
      }
      channel.force(false);
      end = at;
    } catch (IOException e) {
      dropTail(e);
      throw new UncheckedIOException("cannot write the journal " + file, e);
    }
  }

  /** Makes sure that a record that was perhaps written isn't found again. */
  private void dropTail(IOException cause) {
    try {
      channel.truncate(end);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Whether the newer file is full and the older one can be forgotten.
   *
   * @param openNonce of the oldest transaction that isn't deep in the chain
   */
  boolean isReadyToTurnOver(long openNonce) {
    return end > fileBytes && olderNonce < openNonce;
  }

  /** Forgets the older file. */
  void turnOver() {
    try {
      Files.move(file, older, StandardCopyOption.REPLACE_EXISTING);
      FileChannel next = open();
      channel.close();
      channel = next;
      end = 0;
      olderNonce = newerNonce;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the journal " + file, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
