package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * The root of a Merkle Patricia trie whose contents are all known (Ethereum's yellow paper,
 * appendix D). No key is the beginning of another, so that no branch has a value.
 */
public final class TrieRoot {
  private static final int CHILDREN = 16;
  private static final int LEAF = 2;
  private static final RlpString NOTHING = RlpString.create(new byte[0]);

  private final List<byte[]> paths = new ArrayList<>();
  private final List<byte[]> values = new ArrayList<>();

  private TrieRoot(SortedMap<byte[], byte[]> contents) {
    contents.forEach(
        (key, value) -> {
          paths.add(MerklePatricia.nibbles(key));
          values.add(value);
        });
  }

  /** The root over a block's transactions or receipts: a key is a place in the list, as RLP. */
  public static Hash ofList(List<byte[]> items) {
    SortedMap<byte[], byte[]> contents = sorted();
    for (int i = 0; i < items.size(); i++) {
      contents.put(RlpEncoder.encode(RlpString.create(i)), items.get(i));
    }
    return of(contents);
  }

  /** The root of a state with one account. */
  public static Hash ofAccount(Address address, byte[] account) {
    SortedMap<byte[], byte[]> contents = sorted();
    contents.put(Hashes.keccak(address.bytes()), account);
    return of(contents);
  }

  private static SortedMap<byte[], byte[]> sorted() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  private static Hash of(SortedMap<byte[], byte[]> contents) {
    RlpType root =
        contents.isEmpty() ? NOTHING : new TrieRoot(contents).node(0, contents.size(), 0);
    return Hashes.of(RlpEncoder.encode(root));
  }

  /** The node above some of the paths, which are the same up to a depth. */
  private RlpList node(int from, int to, int depth) {
    byte[] first = paths.get(from);
    if (to - from == 1) {
      return new RlpList(
          packed(first, depth, first.length, LEAF), RlpString.create(values.get(from)));
    }
    byte[] last = paths.get(to - 1);
    int common = Arrays.mismatch(first, depth, first.length, last, depth, last.length);
    RlpList branch = branch(from, to, depth + common);
    return common == 0
        ? branch
        : new RlpList(packed(first, depth, depth + common, 0), reference(branch));
  }

  private RlpList branch(int from, int to, int depth) {
    List<RlpType> items = new ArrayList<>();
    int at = from;
    for (int nibble = 0; nibble < CHILDREN; nibble++) {
      int begin = at;
      while (at < to && paths.get(at)[depth] == nibble) {
        at++;
      }
      items.add(begin == at ? NOTHING : reference(node(begin, at, depth + 1)));
    }
    items.add(NOTHING);
    return new RlpList(items);
  }

  /** A node's hash, or the node itself where it is shorter. */
  private static RlpType reference(RlpList node) {
    byte[] encoding = RlpEncoder.encode(node);
    return encoding.length < Hash.BYTES ? node : RlpString.create(Hashes.keccak(encoding));
  }

  /** A part of a path in bytes, behind a nibble that tells its kind and whether it is odd. */
  private static RlpString packed(byte[] path, int from, int to, int kind) {
    int odd = (to - from) % 2;
    byte[] packed = new byte[(to - from) / 2 + 1];
    packed[0] = (byte) (kind + odd << 4 | (odd == 1 ? path[from] : 0));
    for (int i = from + odd, at = 1; i < to; i += 2, at++) {
      packed[at] = (byte) (path[i] << 4 | path[i + 1]);
    }
    return RlpString.create(packed);
  }
}
