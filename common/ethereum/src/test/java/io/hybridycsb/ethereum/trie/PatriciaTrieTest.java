package io.hybridycsb.ethereum.trie;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.MerklePatricia;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.ProofNodes;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PatriciaTrieTest {
  private static final int SEEDS = 50;

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String root(PatriciaTrie trie) {
    return HexFormat.of().formatHex(trie.root());
  }

  /** The roots are those that geth's own tests have. */
  @Test
  void aTrieHasTheRootThatEthereumGivesIt() {
    PatriciaTrie animals = new PatriciaTrie();
    animals.put(bytes("doe"), bytes("reindeer"));
    animals.put(bytes("dog"), bytes("puppy"));
    animals.put(bytes("dogglesworth"), bytes("cat"));
    PatriciaTrie single = new PatriciaTrie();
    single.put(bytes("A"), bytes("a".repeat(50)));

    assertThat(root(animals))
        .isEqualTo("8aad789dff2f538bca5d8ea56e8abe10f4c7ba3a5dea95fea4cd6e7c3a1168d3");
    assertThat(root(single))
        .isEqualTo("d23786fb4a010da3ce639d66d5e904a11dbc02746d1ce25029e53290cabf28ab");
    assertThat(root(new PatriciaTrie()))
        .isEqualTo("56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421");
  }

  private static Map<Integer, byte[]> contents(Random random) {
    Map<Integer, byte[]> contents = new TreeMap<>();
    int count = 1 + random.nextInt(200);
    while (contents.size() < count) {
      byte[] value = new byte[1 + random.nextInt(100)];
      random.nextBytes(value);
      contents.put(random.nextInt(1_000), value);
    }
    return contents;
  }

  /** The checks of proofs, which real chains' proofs pass, find each value below the root. */
  @Test
  void theStoredNodesProveEachValue() throws ProofException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Map<Integer, byte[]> contents = contents(new Random(seed));
      PatriciaTrie trie = new PatriciaTrie();
      contents.forEach((key, value) -> trie.put(Hashes.keccak(bytes("k" + key)), value));

      ProofNodes nodes =
          new ProofNodes(trie.nodes().stream().map(PatriciaTrie.Stored::encoding).toList());
      for (Map.Entry<Integer, byte[]> entry : contents.entrySet()) {
        assertThat(MerklePatricia.lookUp(Hash.of(trie.root()), bytes("k" + entry.getKey()), nodes))
            .as("seed %d, key %d", seed, entry.getKey())
            .hasValueSatisfying(value -> assertThat(value).isEqualTo(entry.getValue()));
      }
      assertThat(MerklePatricia.lookUp(Hash.of(trie.root()), bytes("absent"), nodes)).isEmpty();
    }
  }

  @Test
  void rootAndNodesFollowFromTheContentsAlone() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Map<Integer, byte[]> contents = contents(random);
      List<Integer> order = new ArrayList<>(contents.keySet());
      Collections.shuffle(order, random);
      PatriciaTrie rising = new PatriciaTrie();
      contents.forEach((key, value) -> rising.put(bytes("" + key), value));
      PatriciaTrie shuffled = new PatriciaTrie();
      for (int key : order) {
        shuffled.put(bytes("" + key), bytes("replaced"));
        shuffled.newNodes();
      }
      order.forEach(key -> shuffled.put(bytes("" + key), contents.get(key)));

      assertThat(root(shuffled)).as("seed %d", seed).isEqualTo(root(rising));
      assertThat(hashes(shuffled)).as("seed %d", seed).isEqualTo(hashes(rising));
    }
  }

  private static List<String> hashes(PatriciaTrie trie) {
    return trie.nodes().stream()
        .map(node -> HexFormat.of().formatHex(node.hash()))
        .sorted()
        .toList();
  }
}
