package io.hybridycsb.smt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Roots and proofs that an independent implementation of the same tree gave. */
class GoldenVectorsTest {
  private static final HexFormat HEX = HexFormat.of();

  record Sequence(JsonNode json) {
    @Override
    public String toString() {
      return json.get("name").asText();
    }
  }

  static Stream<Sequence> sequences() throws IOException {
    try (InputStream in = GoldenVectorsTest.class.getResourceAsStream("/smt.json")) {
      List<Sequence> sequences = new ArrayList<>();
      new ObjectMapper().readTree(in).forEach(json -> sequences.add(new Sequence(json)));
      assertThat(sequences).hasSize(5);
      return sequences.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void everyRootIsTheGoldenOne(Sequence sequence) {
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    for (JsonNode op : sequence.json.get("ops")) {
      byte[] root = tree.update(tree.latest().version() + 1, List.of(change(op)));
      assertThat(HEX.formatHex(root)).isEqualTo(op.get("root").asText());
    }
    assertThat(HEX.formatHex(tree.latest().root()))
        .isEqualTo(sequence.json.get("final_root").asText());
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void oneBatchGivesTheGoldenFinalRoot(Sequence sequence) {
    assertThat(HEX.formatHex(finalState(sequence).root()))
        .isEqualTo(sequence.json.get("final_root").asText());
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void everyProofIsTheGoldenOneAndVerifies(Sequence sequence) {
    Snapshot state = finalState(sequence);
    for (JsonNode golden : sequence.json.get("proofs")) {
      byte[] key = bytes(golden, "key");
      Proof proof = state.prove(key);
      assertThat(proof.siblings().stream().map(HEX::formatHex).toList())
          .isEqualTo(siblings(golden));
      boolean present = golden.get("present").asBoolean();
      assertThat(leafOnPath(state, key, proof))
          .isEqualTo(golden.path("non_membership_leaf").asText(""));
      assertThat(Verifier.verifyAbsence(state.root(), key, proof)).isEqualTo(!present);
      assertThat(Verifier.verifyMembership(state.root(), key, bytes(golden, "value"), proof))
          .isEqualTo(present);
    }
  }

  /** The vectors name the leaf at the end of the path also when it is the key's own. */
  private static String leafOnPath(Snapshot state, byte[] key, Proof proof) {
    byte[] own = state.valueHash(key);
    if (own != null) {
      assertThat(proof.otherLeaf()).isEmpty();
      return "00" + HEX.formatHex(Hashes.path(key)) + HEX.formatHex(own);
    }
    return proof
        .otherLeaf()
        .map(leaf -> "00" + HEX.formatHex(leaf.path()) + HEX.formatHex(leaf.valueHash()))
        .orElse("");
  }

  private static Snapshot finalState(Sequence sequence) {
    List<Change> changes = new ArrayList<>();
    sequence.json.get("ops").forEach(op -> changes.add(change(op)));
    SparseMerkleTree tree = SparseMerkleTree.inMemory();
    tree.update(1, changes);
    return tree.latest();
  }

  private static Change change(JsonNode op) {
    return op.get("op").asText().equals("put")
        ? Change.put(bytes(op, "key"), bytes(op, "value"))
        : Change.delete(bytes(op, "key"));
  }

  private static List<String> siblings(JsonNode golden) {
    List<String> siblings = new ArrayList<>();
    golden.get("side_nodes").forEach(node -> siblings.add(node.asText()));
    return siblings;
  }

  private static byte[] bytes(JsonNode node, String field) {
    return HEX.parseHex(node.get(field).asText());
  }
}
