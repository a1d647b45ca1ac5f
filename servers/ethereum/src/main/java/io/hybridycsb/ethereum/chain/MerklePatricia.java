package io.hybridycsb.ethereum.chain;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.web3j.rlp.RlpDecoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/**
 * Proofs from a Merkle Patricia trie whose keys are hashed (Ethereum's yellow paper, appendix D). A
 * node is a branch of 16 children and a value, or a pair of a part of the path and a child or
 * value; a child is a node's hash, or the node itself where it is shorter than a hash.
 */
public final class MerklePatricia {
  private static final byte[] EMPTY_ROOT = Hashes.keccak(new byte[] {(byte) 0x80});
  private static final int HASH_BYTES = 32;
  private static final int BRANCH_ITEMS = 17;
  private static final int PAIR_ITEMS = 2;

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
  public static Optional<byte[]> lookUp(byte[] root, byte[] key, ProofNodes proof)
      throws ProofException {
    if (Arrays.equals(root, EMPTY_ROOT)) {
      return Optional.empty();
    }
    try {
      return new Walk(nibbles(Hashes.keccak(key)), proof).from(root);
    } catch (RuntimeException e) {
      throw new ProofException("a node of the proof can't be read: " + e.getMessage());
    }
  }

  private static byte[] nibbles(byte[] bytes) {
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

    Optional<byte[]> from(byte[] root) throws ProofException {
      List<RlpType> node = node(root);
      while (true) {
        RlpType next = null;
        if (node.size() == BRANCH_ITEMS) {
          next = at == path.length ? node.get(BRANCH_ITEMS - 1) : node.get(path[at++]);
        } else if (node.size() == PAIR_ITEMS) {
          byte[] part = nibbles(((RlpString) node.get(0)).getBytes());
          boolean odd = (part[0] & 1) == 1;
          int partAt = odd ? 1 : 2;
          int length = part.length - partAt;
          if (at + length > path.length
              || !Arrays.equals(part, partAt, part.length, path, at, at + length)) {
            return Optional.empty();
          }
          at += length;
          next = node.get(1);
        } else {
          throw new ProofException("a node of the proof has %d items".formatted(node.size()));
        }
        if (at == path.length && next instanceof RlpString value && isValueOf(node)) {
          return Optional.of(value.getBytes()).filter(found -> found.length > 0);
        }
        if (next instanceof RlpList inline) {
          node = inline.getValues();
        } else {
          byte[] reference = ((RlpString) next).getBytes();
          if (reference.length == 0) {
            return Optional.empty();
          }
          node = node(reference);
        }
      }
    }

    /** Whether what the path led to is a value: the branch's own, or a leaf's. */
    private static boolean isValueOf(List<RlpType> node) {
      return node.size() == PAIR_ITEMS && (((RlpString) node.get(0)).getBytes()[0] & 0x20) != 0;
    }

    private List<RlpType> node(byte[] hash) throws ProofException {
      if (hash.length != HASH_BYTES) {
        throw new ProofException("a node of the proof refers to no hash");
      }
      return ((RlpList) RlpDecoder.decode(proof.of(hash)).getValues().get(0)).getValues();
    }
  }
}
