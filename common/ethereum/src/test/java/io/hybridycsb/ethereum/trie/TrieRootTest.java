package io.hybridycsb.ethereum.trie;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ethereum.chain.TrieRoot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpString;

class TrieRootTest {
  /** As geth's {@code types.EmptyRootHash}. */
  @Test
  void theRootOfNothingIsTheOneThatEmptyBlocksHave() {
    assertThat(TrieRoot.ofList(List.of()).toString())
        .isEqualTo("56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421");
  }

  /** Keys have one byte up to 127, and are lists of their own lengths behind that. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 17, 127, 128, 129, 200, 256, 257, 700})
  void theRootIsThatOfATrieInWhichItemsWerePutOneAfterAnother(int count) {
    Random random = new Random(count);
    PatriciaTrie trie = new PatriciaTrie();
    List<byte[]> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Short ones are within the nodes above them.
      byte[] item = new byte[1 + random.nextInt(60)];
      random.nextBytes(item);
      items.add(item);
      trie.put(RlpEncoder.encode(RlpString.create(i)), item);
    }

    assertThat(TrieRoot.ofList(items).bytes()).isEqualTo(trie.root());
  }
}
