package io.hybridycsb.quorum.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.List;

/**
 * A block whose header was checked.
 *
 * @param headerBytes length of the header, as it is hashed
 * @param parent the hash of the block before it
 * @param transactionsRoot the root over its transactions
 * @param receiptsRoot the root over their receipts
 * @param gasUsed by its transactions
 * @param transactions their hashes, in hex, as the node lists them: these are not in the header
 */
public record Block(
    SealedHeader header,
    int headerBytes,
    Hash parent,
    Hash transactionsRoot,
    Hash receiptsRoot,
    long gasUsed,
    List<String> transactions) {

  /**
   * Reads a block.
   *
   * @param json as of {@code eth_getBlockByNumber}
   * @throws ProofException unless its header is the one of its hash, and of this chain. The first
   *     block is the cluster file's; each further one of IBFT or QBFT has enough seals of the
   *     cluster file's validators. The list in a header doesn't count: validators don't look at it
   */
  static Block read(ClusterFile cluster, JsonNode json, long number) throws ProofException {
    try {
      byte[] rlp = BlockJson.header(json);
      SealedHeader header = SealedHeader.read(cluster.consensus(), rlp);
      if (header.number() != number || !header.hash().equals(Hex.hash(json.required("hash")))) {
        throw new ProofException("the header of block %d is another's".formatted(number));
      }
      if (number == 0) {
        requireFirst(cluster, header);
      } else if (cluster.consensus().isSealedByMost()) {
        header.requireSealed(cluster.consensus(), cluster.validators());
      }
      List<String> transactions = new ArrayList<>();
      json.path("transactions").forEach(each -> transactions.add(each.asText()));
      return new Block(
          header,
          rlp.length,
          Hex.hash(json.required("parentHash")),
          Hex.hash(json.required("transactionsRoot")),
          Hex.hash(json.required("receiptsRoot")),
          Hex.number(json.required("gasUsed")),
          transactions);
    } catch (RuntimeException e) {
      throw new ProofException("block %d can't be read: %s".formatted(number, e.getMessage()));
    }
  }

  private static void requireFirst(ClusterFile cluster, SealedHeader header) throws ProofException {
    if (!header.hash().equals(cluster.genesisHash())) {
      throw new ProofException(
          "its chain is another one: its first block is %s, the cluster file's %s"
              .formatted(Hex.of(header.hash()), Hex.of(cluster.genesisHash())));
    }
  }
}
