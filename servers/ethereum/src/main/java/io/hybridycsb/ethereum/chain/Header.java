package io.hybridycsb.ethereum.chain;

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
  /** More than a header with a hundred sealers has. */
  private static final int BYTES_MAX = 16_384;

  private static final int FIELDS = 15;
  private static final int STATE_ROOT = 3;
  private static final int NUMBER = 8;
  private static final int EXTRA_DATA = 12;

  private final List<RlpType> fields;
  private final long number;

  private Header(List<RlpType> fields) throws ProofException {
    this.fields = fields;
    byte[] bytes = bytes(NUMBER);
    if (bytes.length > 8) {
      throw new ProofException("the header's number is too large");
    }
    this.number = new BigInteger(1, bytes).longValue();
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
    if (fields.size() != FIELDS || !fields.stream().allMatch(RlpString.class::isInstance)) {
      throw new ProofException("the header doesn't consist of %d fields".formatted(FIELDS));
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
  public byte[] hash() {
    return Hashes.keccak(RlpEncoder.encode(new RlpList(fields)));
  }

  public long number() {
    return number;
  }

  /** The root of the state after the block. */
  public byte[] stateRoot() {
    return bytes(STATE_ROOT);
  }

  public byte[] extraData() {
    return bytes(EXTRA_DATA);
  }

  private byte[] bytes(int field) {
    return ((RlpString) fields.get(field)).getBytes();
  }
}
