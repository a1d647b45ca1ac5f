package io.hybridycsb.ethereum.chain;

import io.hybridycsb.verification.Hash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes of tries by their hashes, which are reckoned here: a node has the hash that it is found by.
 */
public final class ProofNodes {
  private final Map<Hash, byte[]> byHash = new HashMap<>();

  /**
   * @param nodes in any order
   */
  public ProofNodes(List<byte[]> nodes) {
    nodes.forEach(node -> byHash.put(Hashes.of(node), node));
  }

  /**
   * The node with that hash.
   *
   * @throws ProofException if there is none
   */
  byte[] of(Hash hash) throws ProofException {
    byte[] node = byHash.get(hash);
    if (node == null) {
      throw new ProofException("a node that the proof needs is missing");
    }
    return node;
  }
}
