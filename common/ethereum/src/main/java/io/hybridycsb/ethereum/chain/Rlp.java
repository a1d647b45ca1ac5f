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
  /** An item of one byte takes a hundred in memory; those of long data are no shorter than this. */
  private static final int BYTES_OF_ITEM = 16;

  private static final int ITEMS_MORE = 1_024;

  /** More than a header or a trie's node has. The encoder copies what is in a list for each. */
  private static final int LISTS_MAX = 256;

  private static final int STRING = 0x80;
  private static final int LONG_STRING = 0xb8;
  private static final int LIST = 0xc0;
  private static final int LONG_LIST = 0xf8;

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
    requireFewItems(bytes, what);
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

  /** Walks through all items, those within lists too. What is cut off the decoder refuses. */
  private static void requireFewItems(byte[] bytes, String what) throws ProofException {
    long items = 0;
    long lists = 0;
    long at = 0;
    while (at < bytes.length) {
      int first = bytes[(int) at] & 0xff;
      items++;
      if (first >= LIST) {
        lists++;
        at += 1 + Math.max(0, first - LONG_LIST + 1);
      } else if (first >= LONG_STRING) {
        int lengthBytes = first - LONG_STRING + 1;
        at += 1 + lengthBytes + number(bytes, at + 1, lengthBytes);
      } else {
        at += 1 + Math.max(0, first - STRING);
      }
    }
    if (items > bytes.length / BYTES_OF_ITEM + ITEMS_MORE || lists > LISTS_MAX) {
      throw new ProofException(
          "%s consists of %d items in %d lists, which is too much".formatted(what, items, lists));
    }
  }

  /** At most the bytes' length. */
  private static long number(byte[] bytes, long from, int count) {
    long number = 0;
    for (long i = from; i < Math.min(bytes.length, from + count); i++) {
      number = Math.min(bytes.length, number << 8 | bytes[(int) i] & 0xff);
    }
    return number;
  }

  /**
   * The bytes of an item.
   *
   * @throws ProofException if it is a list
   */
  static byte[] bytes(RlpType item, String what) throws ProofException {
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
  static Hash hash(RlpType item, String what) throws ProofException {
    byte[] bytes = bytes(item, what);
    if (bytes.length != Hash.BYTES) {
      throw new ProofException("%s has %d bytes, not %d".formatted(what, bytes.length, Hash.BYTES));
    }
    return Hash.of(bytes);
  }
}
