package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.util.Arrays;
import java.util.List;
import org.web3j.rlp.RlpDecoder;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * Reads what others have encoded, whatever they have sent. Each item has one encoding; what the
 * decoder takes besides is refused.
 */
public final class Rlp {
  private Rlp() {}

  /**
   * The items of a list.
   *
   * @param what is read, for messages
   * @throws ProofException if the bytes are no list
   */
  public static List<RlpType> list(byte[] bytes, String what) throws ProofException {
    if (item(bytes, what) instanceof RlpList list) {
      return list.getValues();
    }
    throw new ProofException(what + " is no list");
  }

  /**
   * The bytes that one string consists of.
   *
   * @throws ProofException if what is encoded is something else
   */
  static byte[] string(byte[] bytes, String what) throws ProofException {
    return bytes(item(bytes, what), what);
  }

  private static RlpType item(byte[] bytes, String what) throws ProofException {
    try {
      List<RlpType> top = RlpDecoder.decode(bytes).getValues();
      if (top.size() != 1) {
        throw new ProofException("%s consists of %d items, not 1".formatted(what, top.size()));
      }
      if (!Arrays.equals(RlpEncoder.encode(top.get(0)), bytes)) {
        throw new ProofException(what + " isn't encoded as RLP encodes it");
      }
      return top.get(0);
    } catch (StackOverflowError e) {
      // The decoder recurses into nested lists, as deep as the sender likes.
      throw new ProofException(what + " consists of lists within lists");
    } catch (RuntimeException e) {
      throw new ProofException("%s can't be read: %s".formatted(what, e.getMessage()));
    }
  }

  /**
   * The bytes of an item.
   *
   * @throws ProofException if it is a list
   */
  public static byte[] bytes(RlpType item, String what) throws ProofException {
    if (item instanceof RlpString string) {
      return string.getBytes();
    }
    throw new ProofException(what + " is a list");
  }

  /**
   * The hash that an item is.
   *
   * @throws ProofException if it is something else
   */
  public static Hash hash(RlpType item, String what) throws ProofException {
    byte[] bytes = bytes(item, what);
    if (bytes.length != Hash.BYTES) {
      throw new ProofException("%s has %d bytes, not %d".formatted(what, bytes.length, Hash.BYTES));
    }
    return Hash.of(bytes);
  }
}
