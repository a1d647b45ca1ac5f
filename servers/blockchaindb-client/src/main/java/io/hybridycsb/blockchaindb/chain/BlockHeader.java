package io.hybridycsb.blockchaindb.chain;

import java.math.BigInteger;
import java.security.SignatureException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.web3j.crypto.Keys;
import org.web3j.crypto.Sign;
import org.web3j.rlp.RlpDecoder;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * A block's header on a proof-of-authority chain (EIP-225), before London.
 *
 * @param hash the block's hash
 * @param number its number
 * @param stateRoot the root of the state after it
 * @param sealer who has signed it
 */
public record BlockHeader(byte[] hash, long number, byte[] stateRoot, Address sealer) {
  /** More than a header with a hundred authorities has. */
  private static final int BYTES_MAX = 8_192;

  private static final int FIELDS = 15;
  private static final int STATE_ROOT = 3;
  private static final int NUMBER = 8;
  private static final int EXTRA_DATA = 12;
  private static final int SIGNATURE_BYTES = 65;
  private static final int RECOVERY_ID_BASE = 27;

  /**
   * Reads a header.
   *
   * @param rlp as it is hashed
   * @throws ProofException if it is none, or nobody has signed it
   */
  public static BlockHeader read(byte[] rlp) throws ProofException {
    List<RlpType> fields = fields(rlp);
    byte[] extra = bytes(fields.get(EXTRA_DATA));
    if (extra.length < SIGNATURE_BYTES) {
      throw new ProofException("the header has no signature");
    }
    int unsigned = extra.length - SIGNATURE_BYTES;
    List<RlpType> signed = new ArrayList<>(fields);
    signed.set(EXTRA_DATA, RlpString.create(Arrays.copyOf(extra, unsigned)));
    byte[] message = Hashes.keccak(RlpEncoder.encode(new RlpList(signed)));
    byte[] number = bytes(fields.get(NUMBER));
    if (number.length > 8) {
      throw new ProofException("the header's number is too large");
    }
    byte[] signature = Arrays.copyOfRange(extra, unsigned, extra.length);
    if (Arrays.equals(signature, new byte[SIGNATURE_BYTES])) {
      throw new ProofException("nobody has sealed the chain's first block");
    }
    return new BlockHeader(
        Hashes.keccak(rlp),
        new BigInteger(1, number).longValue(),
        bytes(fields.get(STATE_ROOT)),
        signer(message, signature));
  }

  private static List<RlpType> fields(byte[] rlp) throws ProofException {
    if (rlp.length > BYTES_MAX) {
      throw new ProofException(
          "the header has %d bytes, more than %d".formatted(rlp.length, BYTES_MAX));
    }
    try {
      List<RlpType> top = RlpDecoder.decode(rlp).getValues();
      if (top.size() == 1
          && top.get(0) instanceof RlpList list
          && list.getValues().size() == FIELDS
          && list.getValues().stream().allMatch(RlpString.class::isInstance)) {
        return list.getValues();
      }
    } catch (StackOverflowError e) {
      // The decoder recurses into nested lists, as deep as the sender likes.
      throw new ProofException("the header consists of lists within lists");
    } catch (RuntimeException e) {
      throw new ProofException("the header can't be read: " + e.getMessage());
    }
    throw new ProofException("the header doesn't consist of %d fields".formatted(FIELDS));
  }

  private static byte[] bytes(RlpType field) {
    return ((RlpString) field).getBytes();
  }

  private static Address signer(byte[] message, byte[] signature) throws ProofException {
    try {
      BigInteger key =
          Sign.signedMessageHashToKey(
              message,
              new Sign.SignatureData(
                  (byte) (signature[64] + RECOVERY_ID_BASE),
                  Arrays.copyOfRange(signature, 0, 32),
                  Arrays.copyOfRange(signature, 32, 64)));
      return new Address("0x" + Keys.getAddress(key));
    } catch (SignatureException | RuntimeException e) {
      throw new ProofException("the header's signature is none: " + e.getMessage());
    }
  }

  /**
   * Requires that an authority has sealed it.
   *
   * @throws ProofException if somebody else has
   */
  public void requireSealedBy(List<Address> authorities) throws ProofException {
    if (!authorities.contains(sealer)) {
      throw new ProofException(
          "block %d was sealed by %s, which is no authority".formatted(number, sealer.hex()));
    }
  }

  /** The block's hash for people and maps. */
  public String hashHex() {
    return "0x" + HexFormat.of().formatHex(hash);
  }
}
