package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * A block's header, before London (Ethereum's yellow paper, 4.3). What seals it is in its extra
 * data, and depends on the chain's consensus.
 */
public final class Header {
  /** Nodes pass on no larger message. A proposer may fill its header's extra data. */
  private static final int BYTES_MAX = 10 << 20;

  private static final int STATE_ROOT = 3;
  private static final int NUMBER = 8;
  private static final int TIMESTAMP = 11;
  private static final int EXTRA_DATA = 12;

  private static final List<Field> FIELDS =
      List.of(
          Field.ofHash("parent hash"),
          Field.ofHash("uncles' hash"),
          Field.ofBytes("beneficiary", 20),
          Field.ofHash("state root"),
          Field.ofHash("transactions root"),
          Field.ofHash("receipts root"),
          Field.ofBytes("bloom", 256),
          Field.ofNumber("difficulty", 32),
          Field.ofNumber("number", 8),
          Field.ofNumber("gas limit", 8),
          Field.ofNumber("gas used", 8),
          Field.ofNumber("timestamp", 8),
          new Field("extra data", 0, BYTES_MAX, false),
          Field.ofHash("mix hash"),
          Field.ofBytes("nonce", 8));

  private final List<RlpType> fields;
  private final long number;
  private final long timestamp;
  private final Hash stateRoot;

  /**
   * What a field may be.
   *
   * @param isNumber it has no zeros in front
   */
  private record Field(String name, int bytesMin, int bytesMax, boolean isNumber) {
    static Field ofHash(String name) {
      return ofBytes(name, Hash.BYTES);
    }

    static Field ofBytes(String name, int bytes) {
      return new Field(name, bytes, bytes, false);
    }

    static Field ofNumber(String name, int bytesMax) {
      return new Field(name, 0, bytesMax, true);
    }

    void check(RlpType item) throws ProofException {
      byte[] bytes = Rlp.bytes(item, "the header's " + name);
      if (bytes.length < bytesMin || bytes.length > bytesMax) {
        throw new ProofException(
            "the header's %s has %d bytes, %s %d"
                .formatted(name, bytes.length, isNumber ? "more than" : "not", bytesMax));
      }
      if (isNumber && bytes.length > 0 && bytes[0] == 0) {
        throw new ProofException("the header's %s begins with a zero".formatted(name));
      }
    }
  }

  private Header(List<RlpType> fields) throws ProofException {
    this.fields = fields;
    this.number = number(NUMBER);
    this.timestamp = number(TIMESTAMP);
    this.stateRoot = Rlp.hash(fields.get(STATE_ROOT), "the header's state root");
  }

  private long number(int field) throws ProofException {
    long value = new BigInteger(1, bytes(field)).longValue();
    if (value < 0) {
      throw new ProofException("the header's %s is too large".formatted(FIELDS.get(field).name()));
    }
    return value;
  }

  /**
   * Reads a header.
   *
   * @param rlp all of it
   * @throws ProofException if it is none
   */
  public static Header read(byte[] rlp) throws ProofException {
    if (rlp.length > BYTES_MAX) {
      throw new ProofException(
          "the header has %d bytes, more than %d".formatted(rlp.length, BYTES_MAX));
    }
    List<RlpType> fields = Rlp.list(rlp, "the header");
    if (fields.size() != FIELDS.size()) {
      throw new ProofException(
          "the header has %d fields, not %d".formatted(fields.size(), FIELDS.size()));
    }
    for (int i = 0; i < FIELDS.size(); i++) {
      FIELDS.get(i).check(fields.get(i));
    }
    return new Header(fields);
  }

  /** The same header with other extra data. */
  public Header withExtraData(byte[] extra) throws ProofException {
    List<RlpType> changed = new ArrayList<>(fields);
    changed.set(EXTRA_DATA, RlpString.create(extra));
    return new Header(changed);
  }

  /** Keccak-256 of the header. */
  public Hash hash() {
    return Hashes.of(RlpEncoder.encode(new RlpList(fields)));
  }

  public long number() {
    return number;
  }

  /** When the block was made, by its sealer: seconds since 1970, under Raft nanoseconds. */
  public long timestamp() {
    return timestamp;
  }

  /** The root of the state after the block. */
  public Hash stateRoot() {
    return stateRoot;
  }

  public byte[] extraData() {
    return bytes(EXTRA_DATA);
  }

  private byte[] bytes(int field) {
    return ((RlpString) fields.get(field)).getBytes();
  }
}
