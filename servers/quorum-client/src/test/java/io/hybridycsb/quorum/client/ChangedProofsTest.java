package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.ProofNodes;
import io.hybridycsb.ethereum.chain.RecordProof;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.HeaderJson;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.BlockReceipts.Told;
import io.hybridycsb.quorum.client.QuorumSession.Claim;
import io.hybridycsb.verification.Hash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What real nodes have sent, with 100,000 changes of all kinds: whatever is still believed is what
 * it was before. Each change is made again by its seed, which a failure names.
 */
class ChangedProofsTest {
  private static final int HEADERS = 300;
  private static final int LISTS = 2_200;
  private static final int VALUES = 47_500;
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
      block.put("hash", Hex.of(SealedHeader.read(consensus, HeaderJson.rlp(block)).hash()));
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
    List<byte[]> honest = full.told().stream().map(Told::bytes).toList();
    for (int seed = 0; seed < LISTS; seed++) {
      List<byte[]> changed = changed(new Random(seed), honest);
      List<Told> told = changed.stream().map(each -> new Told(each, true, 0)).toList();
      try {
        BlockReceipts.awaited(full.block(), hashes, told, hash -> false);
        assertThat(isSame(changed, honest)).as("seed %d", seed).isTrue();
      } catch (ProofException e) {
        // Refused.
      }
    }
  }

  /** A record of 20 bytes, and none. */
  @ParameterizedTest
  @ValueSource(strings = {"small", "none"})
  void aClaimThatIsChangedIsRefusedWhateverProvesIt(String name) throws Exception {
    ClusterFile cluster = RealBlocks.cluster(Consensus.QBFT);
    JsonNode recorded = RealBlocks.json("qbft-proofs");
    JsonNode json = recorded.get("block");
    Hash root = Block.read(cluster, json, Hex.number(json.get("number"))).header().stateRoot();
    Claim claim = claim(recorded.get("proofs").get(name));
    List<byte[]> nodes = nodes(recorded.get("proofs"));
    RecordProof honest = new RecordProof(new ProofNodes(nodes));
    check(honest, cluster, root, claim);
    for (int seed = 0; seed < VALUES; seed++) {
      Random random = new Random(seed);
      // One, two or three things at once.
      int what = 1 + random.nextInt(15);
      Hash changedRoot = (what & 1) == 0 ? root : otherRoot(random, root, nodes);
      byte[] key = (what & 2) == 0 ? claim.key() : changed(random, claim.key());
      Optional<byte[]> value = (what & 4) == 0 ? claim.value() : otherValue(random, claim.value());
      RecordProof proof =
          (what & 8) == 0 ? honest : new RecordProof(new ProofNodes(changed(random, nodes)));
      try {
        check(proof, cluster, changedRoot, new Claim(key, value));
        assertThat(changedRoot).as("seed %d", seed).isEqualTo(root);
        // Other keys are absent from the state.
        if (value.isPresent() || Arrays.equals(key, claim.key())) {
          assertThat(key).as("seed %d", seed).isEqualTo(claim.key());
          assertThat(value.map(HexFormat.of()::formatHex))
              .as("seed %d", seed)
              .isEqualTo(claim.value().map(HexFormat.of()::formatHex));
        }
      } catch (ProofException e) {
        // Refused.
      }
    }
  }

  private static void check(RecordProof proof, ClusterFile cluster, Hash root, Claim claim)
      throws ProofException {
    proof.check(cluster.layout(), cluster.contract(), root, claim.key(), claim.value());
  }

  private static Claim claim(JsonNode recorded) {
    return new Claim(
        Hex.bytes(recorded.get("key")), Optional.ofNullable(recorded.get("value")).map(Hex::bytes));
  }

  /** Of both proofs, as they come in one answer. */
  private static List<byte[]> nodes(JsonNode proofs) throws IOException {
    List<byte[]> nodes = new ArrayList<>();
    for (JsonNode each : proofs) {
      each.at("/proof/accountProof").forEach(node -> nodes.add(Hex.bytes(node)));
      each.at("/proof/storageProof")
          .forEach(slot -> slot.get("proof").forEach(node -> nodes.add(Hex.bytes(node))));
    }
    return nodes;
  }

  /** A bit another, or the hash of a node of the proof, which is a root as well. */
  private static Hash otherRoot(Random random, Hash root, List<byte[]> nodes) {
    if (random.nextBoolean()) {
      byte[] other = root.bytes();
      other[random.nextInt(Hash.BYTES)] ^= (byte) (1 << random.nextInt(8));
      return Hash.of(other);
    }
    return Hashes.of(nodes.get(random.nextInt(nodes.size())));
  }

  private static Optional<byte[]> otherValue(Random random, Optional<byte[]> value) {
    if (value.isEmpty() || random.nextInt(5) == 0) {
      byte[] any = new byte[random.nextInt(40)];
      random.nextBytes(any);
      return random.nextBoolean() && value.isPresent() ? Optional.empty() : Optional.of(any);
    }
    return Optional.of(changed(random, value.get()));
  }
}
