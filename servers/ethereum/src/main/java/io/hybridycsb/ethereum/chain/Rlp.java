package io.hybridycsb.ethereum.chain;

import java.util.List;
import org.web3j.rlp.RlpDecoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** Reads what others have encoded, whatever they have sent. */
public final class Rlp {
  private Rlp() {}

  /**
   * The items of a list.
   *
   * @param what is read, for messages
   * @throws ProofException if the bytes are no list
   */
  public static List<RlpType> list(byte[] bytes, String what) throws ProofException {
    try {
      List<RlpType> top = RlpDecoder.decode(bytes).getValues();
      if (top.size() == 1 && top.get(0) instanceof RlpList list) {
        return list.getValues();
      }
    } catch (StackOverflowError e) {
      // The decoder recurses into nested lists, as deep as the sender likes.
      throw new ProofException(what + " consists of lists within lists");
    } catch (RuntimeException e) {
      throw new ProofException("%s can't be read: %s".formatted(what, e.getMessage()));
    }
    throw new ProofException(what + " is no list");
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
}
