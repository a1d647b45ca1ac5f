package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.immudb.proof.EntryDigest;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.Link;
import io.hybridycsb.immudb.proof.ProofFailed;
import io.hybridycsb.immudb.proof.Sha256;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.DualProof;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.immudb.wire.TxEntry;
import io.hybridycsb.immudb.wire.TxHeader;
import io.hybridycsb.immudb.wire.TxMetadata;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Between messages and what they tell. */
final class Wire {
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

  private Wire() {}

  /** A key or value as it is stored. */
  static byte[] stored(ByteString bytes) {
    byte[] stored = new byte[1 + bytes.size()];
    stored[0] = PLAIN;
    bytes.copyTo(stored, 1);
    return stored;
  }

  static List<byte[]> hashes(List<ByteString> hashes) {
    return hashes.stream().map(ByteString::toByteArray).toList();
  }

  /**
   * A header.
   *
   * @throws ProofFailed if it isn't one
   */
  static Header header(TxHeader header) throws ProofFailed {
    try {
      return new Header(
          header.getId(),
          header.getPrevAlh().toByteArray(),
          header.getTs(),
          header.getNentries(),
          header.getEH().toByteArray(),
          header.getBlTxId(),
          header.getBlRoot().toByteArray(),
          header.getVersion(),
          header.hasMetadata() ? encoded(header.getMetadata()) : new byte[0]);
    } catch (IllegalArgumentException e) {
      throw new ProofFailed(e.getMessage());
    }
  }

  /**
   * The state that a server says it has.
   *
   * @throws ProofFailed if it isn't one
   */
  static State state(ImmutableState state) throws ProofFailed {
    if (state.getTxId() == 0) {
      return State.NONE;
    }
    if (state.getTxId() < 0 || state.getTxHash().size() != Sha256.BYTES) {
      throw new ProofFailed("the server's state is none: it has no number or no hash");
    }
    return new State(state.getTxId(), state.getTxHash().toByteArray());
  }

  /**
   * A transaction of the log with its values.
   *
   * @throws ProofFailed if its header isn't one
   */
  static Logged logged(Tx tx) throws ProofFailed {
    Header header = header(tx.getHeader());
    return new Logged(
        header, tx.getEntriesList().stream().map(entry -> logged(header, entry)).toList());
  }

  private static Logged.Entry logged(Header header, TxEntry entry) {
    byte[] key = entry.getKey().toByteArray();
    byte[] hash = entry.getHValue().toByteArray();
    boolean isRecord = key.length > 0 && key[0] == PLAIN;
    return new Logged.Entry(
        EntryDigest.of(header.version(), encoded(entry.getMetadata()), key, hash),
        isRecord ? Optional.of(Arrays.copyOfRange(key, 1, key.length)) : Optional.empty(),
        entry.getMetadata().getDeleted(),
        Arrays.equals(Sha256.of(entry.getValue().toByteArray()), hash));
  }

  static Link link(DualProof proof) throws ProofFailed {
    return new Link(
        header(proof.getSourceTxHeader()),
        header(proof.getTargetTxHeader()),
        hashes(proof.getInclusionProofList()),
        hashes(proof.getConsistencyProofList()),
        hashes(proof.getLastInclusionProofList()));
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
