package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The transactions that an account has signed, on disk before anybody else sees them. So no nonce
 * is used twice, and after a crash it is known which transaction carries which writes. A record is
 * its length, a checksum, a kind, the nonce, the writes, the transaction. What a crash has cut off
 * is dropped; it was never sent.
 *
 * <p>There are two files. Once the newer is full, and the older isn't needed, the newer replaces
 * it.
 */
final class Journal implements AutoCloseable {
  /** A file's size, beyond which it counts as full. */
  private static final long FILE_BYTES = 64 << 20;

  private static final int HEADER_BYTES = 8;
  private static final int ID_BYTES = 16;

  /** Number, operation, kind, and the lengths of key and fields. */
  private static final int WRITE_BYTES = 8 + ID_BYTES + 1 + 4 + 4;

  private static final byte VOID = 2;
  private static final byte SETTLED = 3;
  private static final byte SIGNED = 4;

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
      Map<Long, AccountWrite> writes = new HashMap<>();
      if (Files.exists(journal.older)) {
        readInto(found, writes, Files.readAllBytes(journal.older));
        journal.olderNonce = lastNonce(found);
      }
      journal.end = readInto(found, writes, Files.readAllBytes(file));
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

  /**
   * Returns how many bytes are whole records.
   *
   * @param writes that were found, by number
   */
  private static int readInto(List<Submitted> found, Map<Long, AccountWrite> writes, byte[] bytes) {
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
      long number = body.getLong();
      switch (kind) {
        case VOID -> forget(number, found, writes);
        case SETTLED -> settle(writes.get(number), Outcome.forNumber(body.getInt()));
        case SIGNED -> found.add(submitted(number, body, writes));
        default ->
            throw new IllegalStateException(
                "the journal is of another version than the node; make a new cluster");
      }
    }
    return whole;
  }

  /** A later process gives the numbers of writes again that only this transaction carries. */
  private static void forget(long nonce, List<Submitted> found, Map<Long, AccountWrite> writes) {
    Submitted last = found.remove(found.size() - 1);
    if (last.nonce() != nonce) {
      throw new IllegalStateException("a transaction was refused that isn't the newest: " + nonce);
    }
    last.writes().stream()
        .filter(write -> found.stream().noneMatch(other -> other.writes().contains(write)))
        .forEach(write -> writes.remove(write.number()));
  }

  private static void settle(AccountWrite write, Outcome outcome) {
    if (write != null) {
      write.settle(WriteReply.newBuilder().setOutcome(outcome).build());
    }
  }

  private static Submitted submitted(long nonce, ByteBuffer body, Map<Long, AccountWrite> found) {
    List<AccountWrite> writes = new ArrayList<>();
    for (int left = body.getInt(); left > 0; left--) {
      long number = body.getLong();
      ByteString operation = ByteString.copyFrom(body, ID_BYTES);
      Kind kind = Kind.forNumber(body.get());
      ByteString key = ByteString.copyFrom(body, body.getInt());
      ByteString record = ByteString.copyFrom(body, body.getInt());
      Write write = Write.newBuilder().setKind(kind).setKey(key).setRecord(record).build();
      PendingWrite pending = new PendingWrite(operation, write, 0, 0);
      // Nobody waits for it any more.
      pending.end(Outcome.UNKNOWN, "");
      writes.add(found.computeIfAbsent(number, n -> new AccountWrite(n, pending)));
    }
    byte[] raw = new byte[body.remaining()];
    body.get(raw);
    return new Submitted(nonce, raw, writes, List.of());
  }

  private static int checksum(byte[] bytes, int offset, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  /** Returns when it is on disk. */
  void signed(Submitted submitted) {
    int bytes = 13 + submitted.raw().length;
    for (AccountWrite write : submitted.writes()) {
      bytes += WRITE_BYTES + write.key().length + changes(write).size();
    }
    ByteBuffer body = ByteBuffer.allocate(bytes);
    body.put(SIGNED).putLong(submitted.nonce()).putInt(submitted.writes().size());
    for (AccountWrite write : submitted.writes()) {
      ByteString changes = changes(write);
      body.putLong(write.number()).put(write.operation().toByteArray());
      body.put((byte) write.pending().write().getKindValue());
      body.putInt(write.key().length).put(write.key());
      body.putInt(changes.size()).put(changes.toByteArray());
    }
    body.put(submitted.raw());
    append(body.array());
    newerNonce = submitted.nonce();
  }

  /** The fields that an update merges. Any other write is in the transaction as it is. */
  private static ByteString changes(AccountWrite write) {
    Write asked = write.pending().write();
    return asked.getKind() == Kind.MERGE ? asked.getRecord() : ByteString.EMPTY;
  }

  /** The write has this outcome for good, which its transactions here don't show. */
  void settled(long number, Outcome outcome) {
    append(
        ByteBuffer.allocate(13).put(SETTLED).putLong(number).putInt(outcome.getNumber()).array());
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
