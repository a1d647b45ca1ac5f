package io.hybridycsb.ethereum.chain;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes of tries by their hashes, which are reckoned here: a node has the hash that it is found by.
 */
public final class ProofNodes {
  private final Map<ByteBuffer, byte[]> byHash = new HashMap<>();

  /**
   * @param nodes in any order
   */
  public ProofNodes(List<byte[]> nodes) {
    nodes.forEach(node -> byHash.put(ByteBuffer.wrap(Hashes.keccak(node)), node));
  }

  /**
   * The node with that hash.
   *
   * @throws ProofException if there is none
   */
  byte[] of(byte[] hash) throws ProofException {
    byte[] node = byHash.get(ByteBuffer.wrap(hash));
    if (node == null) {
      throw new ProofException("a node that the proof needs is missing");
    }
    return node;
  }
}
