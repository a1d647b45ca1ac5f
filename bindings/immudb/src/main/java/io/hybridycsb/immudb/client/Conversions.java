package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.immudb.proof.EntryDigest;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.Link;
import io.hybridycsb.immudb.proof.Path;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.DualProof;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.immudb.wire.TxEntry;
import io.hybridycsb.immudb.wire.TxHeader;
import io.hybridycsb.immudb.wire.TxMetadata;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Between messages and what they tell. */
final class Conversions {
  /**
   * Stored keys begin so, unless they are of sorted sets, SQL or documents; stored values do,
   * unless they refer to a key.
   */
  static final byte PLAIN = 0;

  private static final int DELETED = 0;
  private static final int EXPIRES = 1;
  private static final int UNINDEXED = 2;
  private static final int TRUNCATED = 0;
  private static final int EXTRA = 1;

  private Conversions() {}

  /** What is made of an answer, by types that take nothing else. */
  private static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new VerificationFailed("the answer isn't one of immudb's: " + e.getMessage());
    }
  }

  private static Hash toHash(ByteString bytes) {
    return Hash.of(bytes.toByteArray());
  }

  /** A key or value as it is stored. */
  static byte[] stored(ByteString bytes) {
    byte[] stored = new byte[1 + bytes.size()];
    stored[0] = PLAIN;
    bytes.copyTo(stored, 1);
    return stored;
  }

  /**
   * The hash of a value as it is stored.
   *
   * @param value as clients see it
   */
  static Hash valueHash(ByteString value) {
    return Hash.sha256(stored(value));
  }

  /**
   * A hash.
   *
   * @throws VerificationFailed unless it has 32 bytes: hashes are joined and hashed again, and two
   *     of other lengths could stand for one another
   */
  static Hash hash(ByteString bytes) {
    return checked(() -> toHash(bytes));
  }

  /**
   * The hashes of a proof.
   *
   * @throws VerificationFailed if there are too many, or one is none
   */
  static Path path(List<ByteString> hashes) {
    return checked(() -> new Path(hashes.stream().map(Conversions::toHash).toList()));
  }

  /**
   * A header.
   *
   * @throws VerificationFailed if it isn't one
   */
  static Header header(TxHeader header) {
    long id = header.getId();
    if (header.getVersion() != Header.VERSION) {
      throw new VerificationFailed(
          "the header of transaction %d has the version %d, not %d"
              .formatted(id, header.getVersion(), Header.VERSION));
    }
    if (header.getBlTxId() != id - 1) {
      throw new VerificationFailed(
          "transaction %d is linked to %d, not to the one before it"
              .formatted(id, header.getBlTxId()));
    }
    return checked(
        () ->
            new Header(
                id,
                toHash(header.getPrevAlh()),
                header.getTs(),
                header.getNentries(),
                toHash(header.getEH()),
                toHash(header.getBlRoot()),
                encoded(header.getMetadata())));
  }

  /**
   * The state that a server says it has.
   *
   * @throws VerificationFailed if it isn't one
   */
  static State state(ImmutableState state) {
    if (state.getTxId() == 0) {
      return State.NONE;
    }
    return checked(() -> new State(state.getTxId(), toHash(state.getTxHash())));
  }

  /**
   * A record that nobody has proven.
   *
   * @throws VerificationFailed if it names no transaction: 0 stands for a record that is absent
   */
  static VersionedValue seen(byte[] key, Entry entry) {
    if (entry.getTx() < 1) {
      throw new VerificationFailed(
          "%s is said to be written by transaction %d, the first one is 1"
              .formatted(StateKey.shown(key), entry.getTx()));
    }
    return new VersionedValue(key, entry.getTx(), Optional.of(entry.getValue().toByteArray()));
  }

  /**
   * A transaction of the log with its values.
   *
   * @throws VerificationFailed if its header or an entry isn't one
   */
  static LedgerTransaction logged(Tx tx) {
    return new LedgerTransaction(
        header(tx.getHeader()), tx.getEntriesList().stream().map(Conversions::logged).toList());
  }

  private static LedgerTransaction.Entry logged(TxEntry entry) {
    byte[] key = entry.getKey().toByteArray();
    Hash valueHash = hash(entry.getHValue());
    return new LedgerTransaction.Entry(
        EntryDigest.of(encoded(entry.getMetadata()), key, valueHash),
        key,
        valueHash,
        !entry.getMetadata().getNonIndexable(),
        hiddenFrom(entry.getMetadata()),
        Hash.sha256(entry.getValue().toByteArray()).equals(valueHash));
  }

  /** When the index begins to hide an entry, in seconds since 1970. */
  static long hiddenFrom(KVMetadata metadata) {
    if (metadata.getDeleted()) {
      return 0;
    }
    return metadata.hasExpiration() ? metadata.getExpiration().getExpiresAt() : Long.MAX_VALUE;
  }

  static Link link(DualProof proof) {
    return new Link(
        header(proof.getSourceTxHeader()),
        header(proof.getTargetTxHeader()),
        path(proof.getInclusionProofList()),
        path(proof.getConsistencyProofList()),
        path(proof.getLastInclusionProofList()));
  }

  private static byte[] encoded(TxMetadata metadata) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (metadata.getTruncatedTxID() != 0) {
      bytes.write(TRUNCATED);
      bytes.writeBytes(number(metadata.getTruncatedTxID()));
    }
    if (!metadata.getExtra().isEmpty()) {
      bytes.write(EXTRA);
      int length = metadata.getExtra().size();
      bytes.writeBytes(Arrays.copyOfRange(number(length), 6, 8));
      bytes.writeBytes(metadata.getExtra().toByteArray());
    }
    return bytes.toByteArray();
  }

  /** An entry's metadata as they are covered by its digest. */
  static byte[] encoded(KVMetadata metadata) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (metadata.getDeleted()) {
      bytes.write(DELETED);
    }
    if (metadata.hasExpiration()) {
      bytes.write(EXPIRES);
      bytes.writeBytes(number(metadata.getExpiration().getExpiresAt()));
    }
    if (metadata.getNonIndexable()) {
      bytes.write(UNINDEXED);
    }
    return bytes.toByteArray();
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }
}
