package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.BlockReceipts.NodeReceipt;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Headers and lists that real nodes have sent, with 10,000 changes: whatever is still believed is
 * what it was before. Each change is made again by its seed, which a failure names.
 */
class ChangedProofsTest {
  /** Each takes the recovery of several keys. */
  private static final int HEADERS = 500;

  /** Each takes the root over 21 items. */
  private static final int LISTS = 4_500;

  private static final List<String> FIELDS =
      List.of(
          "parentHash",
          "sha3Uncles",
          "miner",
          "stateRoot",
          "transactionsRoot",
          "receiptsRoot",
          "logsBloom",
          "difficulty",
          "number",
          "gasLimit",
          "gasUsed",
          "timestamp",
          "mixHash",
          "nonce");

  /** What a header is believed to say. */
  private record Said(Hash hash, long number, Hash state, List<Hash> roots, long gasUsed) {
    static Said of(Block block) {
      return new Said(
          block.header().hash(),
          block.header().number(),
          block.header().stateRoot(),
          List.of(block.parent(), block.transactionsRoot(), block.receiptsRoot()),
          block.gasUsed());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"IBFT", "QBFT"})
  void aHeaderThatIsChangedSaysTheSameOrIsRefused(Consensus consensus) throws Exception {
    ClusterFile cluster = RealBlocks.cluster(consensus);
    JsonNode honest = RealBlocks.of(consensus);
    long number = Hex.number(honest.get("number"));
    Said said = Said.of(Block.read(cluster, honest, number));
    int believed = 0;
    for (int seed = 0; seed < HEADERS; seed++) {
      Random random = new Random(seed);
      ObjectNode changed = honest.deepCopy();
      // Half of the changes are to the validators, the round and the seals.
      String field = random.nextBoolean() ? "extraData" : FIELDS.get(random.nextInt(FIELDS.size()));
      changed.put(field, changedDigits(random, honest.get(field).asText()));
      rename(consensus, changed);
      try {
        long asked = Hex.number(changed.get("number"));
        assertThat(Said.of(Block.read(cluster, changed, asked)))
            .as("seed %d", seed)
            .isEqualTo(said);
        believed++;
      } catch (ProofException | IllegalArgumentException e) {
        // Refused.
      }
    }
    assertThat(believed).as("believed, of %d", HEADERS).isLessThan(HEADERS / 4);
  }

  /** A liar names the hash that follows from its change. */
  private static void rename(Consensus consensus, ObjectNode block) {
    try {
      block.put("hash", Hex.of(SealedHeader.read(consensus, BlockJson.header(block)).hash()));
    } catch (ProofException | IllegalArgumentException e) {
      // Then it has none.
    }
  }

  private static String changedDigits(Random random, String hex) {
    if (hex.length() % 2 == 1) {
      // A number.
      return "0x" + Long.toHexString(random.nextLong() >>> 1);
    }
    return Hex.of(changed(random, Hex.bytes(hex)));
  }

  /** One bit or byte another, or a byte more or less. */
  private static byte[] changed(Random random, byte[] bytes) {
    int at = random.nextInt(Math.max(1, bytes.length));
    byte[] changed = bytes.clone();
    switch (bytes.length == 0 ? 3 : random.nextInt(4)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> changed[at] = (byte) random.nextInt(256);
      case 2 -> {
        changed = Arrays.copyOf(bytes, bytes.length - 1);
        System.arraycopy(bytes, at + 1, changed, at, bytes.length - 1 - at);
      }
      default -> {
        changed = Arrays.copyOf(bytes, bytes.length + 1);
        System.arraycopy(bytes, at, changed, at + 1, bytes.length - at);
        changed[at] = (byte) random.nextInt(256);
      }
    }
    return changed;
  }

  /** An item another, moved, there twice or not, or a byte of it behind the one before. */
  private static List<byte[]> changed(Random random, List<byte[]> items) {
    List<byte[]> changed = new ArrayList<>(items);
    int at = random.nextInt(items.size());
    int other = random.nextInt(items.size());
    switch (random.nextInt(5)) {
      case 0 -> changed.remove(at);
      case 1 -> changed.add(other, items.get(at));
      case 2 -> changed.add(changed.remove(at));
      case 3 -> {
        byte[] joined = Arrays.copyOf(items.get(other), items.get(other).length + 1);
        joined[joined.length - 1] = items.get(at)[0];
        changed.set(other, joined);
        changed.set(at, Arrays.copyOfRange(items.get(at), 1, items.get(at).length));
      }
      default -> changed.set(at, changed(random, items.get(at)));
    }
    return changed;
  }

  private static boolean isSame(List<byte[]> some, List<byte[]> others) {
    return Arrays.deepEquals(some.toArray(), others.toArray());
  }

  @Test
  void transactionsOfABlockThatAreChangedAreRefused() throws Exception {
    FullBlock full = FullBlock.read();
    for (int seed = 0; seed < LISTS; seed++) {
      List<byte[]> changed = changed(new Random(seed), full.transactions());
      try {
        BlockReceipts.hashes(full.block(), changed);
        assertThat(isSame(changed, full.transactions())).as("seed %d", seed).isTrue();
      } catch (ProofException e) {
        // Refused.
      }
    }
  }

  @Test
  void receiptsOfABlockThatAreChangedAreRefused() throws Exception {
    FullBlock full = FullBlock.read();
    List<String> hashes = full.block().transactions();
    List<byte[]> honest = full.told().stream().map(NodeReceipt::bytes).toList();
    for (int seed = 0; seed < LISTS; seed++) {
      List<byte[]> changed = changed(new Random(seed), honest);
      List<NodeReceipt> told =
          changed.stream().map(each -> new NodeReceipt(each, true, 0)).toList();
      try {
        BlockReceipts.awaited(full.block(), hashes, told, hash -> false);
        assertThat(isSame(changed, honest)).as("seed %d", seed).isTrue();
      } catch (ProofException e) {
        // Refused.
      }
    }
  }
}
