package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpType;

/**
 * Proofs from a Merkle Patricia trie whose keys are hashed (Ethereum's yellow paper, appendix D). A
 * node is one of these; a child is a node's hash, or the node itself where it is shorter than a
 * hash:
 *
 * <ul>
 *   <li>a branch: 16 children, and a value, which is empty, for no key ends where another goes on
 *   <li>an extension: a part of the path, and a branch
 *   <li>a leaf: the rest of the path, and a value
 * </ul>
 *
 * Whatever else hashes may lead to proves nothing.
 */
public final class MerklePatricia {
  private static final Hash EMPTY_ROOT = Hashes.of(new byte[] {(byte) 0x80});
  private static final int BRANCH_ITEMS = 17;
  private static final int PAIR_ITEMS = 2;

  /** In the first nibble of a pair's path. */
  private static final int ODD = 1;

  private static final int LEAF = 2;

  private MerklePatricia() {}

  /**
   * The value at a key.
   *
   * @param root the trie's hash
   * @param key unhashed
   * @param proof has the nodes from the root downwards, and may have others
   * @return the value; empty if the proof proves that there is none
   * @throws ProofException if it proves nothing
   */
  public static Optional<byte[]> lookUp(Hash root, byte[] key, ProofNodes proof)
      throws ProofException {
    if (root.equals(EMPTY_ROOT)) {
      return Optional.empty();
    }
    return new Walk(nibbles(Hashes.keccak(key)), proof).from(items(proof.of(root)));
  }

  private static List<RlpType> items(byte[] node) throws ProofException {
    return Rlp.list(node, "a node of the proof");
  }

  /** The hex digits of bytes, which are a path. */
  static byte[] nibbles(byte[] bytes) {
    byte[] nibbles = new byte[bytes.length * 2];
    for (int i = 0; i < bytes.length; i++) {
      nibbles[2 * i] = (byte) (bytes[i] >> 4 & 0xf);
      nibbles[2 * i + 1] = (byte) (bytes[i] & 0xf);
    }
    return nibbles;
  }

  private static final class Walk {
    private final byte[] path;
    private final ProofNodes proof;
    private int at;

    Walk(byte[] path, ProofNodes proof) {
      this.path = path;
      this.proof = proof;
    }

    /** Each round goes on along the path, by a nibble or more. */
    Optional<byte[]> from(List<RlpType> root) throws ProofException {
      List<RlpType> node = root;
      while (true) {
        if (node.size() == BRANCH_ITEMS) {
          RlpType child = childOf(node);
          if (isEmpty(child)) {
            return Optional.empty();
          }
          node = node(child);
        } else if (node.size() == PAIR_ITEMS) {
          byte[] part = partOf(node);
          boolean isLeaf = (part[0] & LEAF) != 0;
          int length = part.length - from(part);
          requireLength(isLeaf, length);
          if (!Arrays.equals(part, from(part), part.length, path, at, at + length)) {
            return Optional.empty();
          }
          at += length;
          if (isLeaf) {
            return Optional.of(valueOf(node));
          }
          node = branch(node.get(1));
        } else {
          throw new ProofException("a node of the proof has %d items".formatted(node.size()));
        }
      }
    }

    private RlpType childOf(List<RlpType> branch) throws ProofException {
      if (at == path.length) {
        throw new ProofException("a branch of the proof lies behind the end of its path");
      }
      if (!isEmpty(branch.get(BRANCH_ITEMS - 1))) {
        throw new ProofException("a branch of the proof has a value");
      }
      return branch.get(path[at++]);
    }

    /** All keys are equally long. */
    private void requireLength(boolean isLeaf, int length) throws ProofException {
      int left = path.length - at;
      if (isLeaf && length != left) {
        throw new ProofException(
            "a leaf of the proof has %d digits of a path, not %d".formatted(length, left));
      }
      if (!isLeaf && (length == 0 || length >= left)) {
        throw new ProofException(
            "an extension of the proof has %d digits of a path of %d".formatted(length, left));
      }
    }

    private static int from(byte[] part) {
      return (part[0] & ODD) == 0 ? 2 : 1;
    }

    /** The nibbles of a pair's path, behind one with the flags, and a zero if they are even. */
    private static byte[] partOf(List<RlpType> pair) throws ProofException {
      byte[] part = nibbles(Rlp.bytes(pair.get(0), "a path of the proof"));
      if (part.length == 0 || part[0] > (LEAF | ODD) || (from(part) == 2 && part[1] != 0)) {
        throw new ProofException("a path of the proof has flags that there aren't");
      }
      return part;
    }

    private static byte[] valueOf(List<RlpType> leaf) throws ProofException {
      byte[] value = Rlp.bytes(leaf.get(1), "a value of the proof");
      if (value.length == 0) {
        throw new ProofException("a leaf of the proof has no value");
      }
      return value;
    }

    private static boolean isEmpty(RlpType item) throws ProofException {
      return !(item instanceof RlpList) && Rlp.bytes(item, "a child of the proof").length == 0;
    }

    private List<RlpType> branch(RlpType child) throws ProofException {
      List<RlpType> node = node(child);
      if (node.size() != BRANCH_ITEMS) {
        throw new ProofException("an extension of the proof leads to no branch");
      }
      return node;
    }

    private List<RlpType> node(RlpType child) throws ProofException {
      boolean isInline = child instanceof RlpList;
      byte[] node =
          isInline
              ? RlpEncoder.encode(child)
              : proof.of(Rlp.hash(child, "what a node of the proof refers to"));
      if (isInline != node.length < Hash.BYTES) {
        throw new ProofException(
            "a node of %d bytes stands %s its parent in the proof"
                .formatted(node.length, isInline ? "within" : "beside"));
      }
      return isInline ? ((RlpList) child).getValues() : items(node);
    }
  }
}
