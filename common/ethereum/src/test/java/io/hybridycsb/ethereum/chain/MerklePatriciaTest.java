package io.hybridycsb.ethereum.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** On a trie of two keys, put together by hand: a branch whose children are two leaves. */
class MerklePatriciaTest {
  private static final byte[] VALUE =
      "a value that takes more room than a hash does"
          .getBytes(java.nio.charset.StandardCharsets.UTF_8);

  private final byte[] key = {1};
  private final byte[] path = Hashes.keccak(key);
  private final byte[] leaf = leaf(path);
  private final Hash root;
  private final byte[] branch;

  MerklePatriciaTest() {
    List<RlpType> children = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      children.add(RlpString.create(new byte[0]));
    }
    children.set(path[0] >> 4 & 0xf, RlpString.create(Hashes.keccak(leaf)));
    branch = RlpEncoder.encode(new RlpList(children));
    root = Hashes.of(branch);
  }

  /** Of 63 nibbles, so that the first byte has a nibble besides the flags. */
  private static byte[] leaf(byte[] path) {
    byte[] part = path.clone();
    part[0] = (byte) (0x30 | (part[0] & 0xf));
    return RlpEncoder.encode(new RlpList(RlpString.create(part), RlpString.create(VALUE)));
  }

  private static Optional<byte[]> lookUp(Hash root, byte[] key, List<byte[]> nodes)
      throws ProofException {
    return MerklePatricia.lookUp(root, key, new ProofNodes(nodes));
  }

  @Test
  void aKeyThatIsThereHasItsValue() throws Exception {
    assertThat(lookUp(root, key, List.of(branch, leaf))).contains(VALUE);
  }

  @Test
  void aKeyThatIsNotThereIsProvenAbsent() throws Exception {
    byte other = 2;
    while ((Hashes.keccak(new byte[] {other})[0] & 0xf0) == (path[0] & 0xf0)) {
      other++;
    }
    assertThat(lookUp(root, new byte[] {other}, List.of(branch))).isEmpty();
  }

  @Test
  void everyChangedBitIsFound() {
    for (int node = 0; node < 2; node++) {
      byte[] honest = node == 0 ? branch : leaf;
      for (int bit = 0; bit < honest.length * 8; bit++) {
        byte[] changed = honest.clone();
        changed[bit / 8] ^= (byte) (1 << bit % 8);
        List<byte[]> proof = node == 0 ? List.of(changed, leaf) : List.of(branch, changed);
        assertThatThrownBy(() -> lookUp(root, key, proof)).isInstanceOf(ProofException.class);
      }
    }
  }

  @Test
  void aProofThatLacksANodeProvesNothing() {
    for (List<byte[]> proof : List.of(List.<byte[]>of(), List.of(branch), List.of(leaf))) {
      assertThatThrownBy(() -> lookUp(root, key, proof)).isInstanceOf(ProofException.class);
    }
  }

  @Test
  void nothingIsInAnEmptyTrie() throws Exception {
    Hash empty = Hashes.of(new byte[] {(byte) 0x80});
    assertThat(lookUp(empty, key, List.of())).isEmpty();
    assertThatThrownBy(() -> lookUp(Hash.of(new byte[32]), key, List.of()))
        .isInstanceOf(ProofException.class);
  }
}
