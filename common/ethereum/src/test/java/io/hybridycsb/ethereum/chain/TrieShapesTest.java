package io.hybridycsb.ethereum.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** Nodes put together by hand: those that a trie of hashed keys may have, and others. */
class TrieShapesTest {
  private static final byte[] KEY = {1};
  private static final byte[] VALUE = "a value of more bytes than a hash has".getBytes(UTF_8);
  private static final RlpType NONE = RlpString.create(new byte[0]);

  private final String path = HexFormat.of().formatHex(Hashes.keccak(KEY));
  private final List<byte[]> nodes = new ArrayList<>();

  /** A pair whose first nibbles are these flags. */
  private static RlpList pair(String flags, String path, RlpType second) {
    return new RlpList(RlpString.create(HexFormat.of().parseHex(flags + path)), second);
  }

  private static RlpList leaf(String path, byte[] value) {
    return pair(path.length() % 2 == 0 ? "20" : "3", path, RlpString.create(value));
  }

  private static RlpList extension(String path, RlpType child) {
    return pair(path.length() % 2 == 0 ? "00" : "1", path, child);
  }

  /** With one child, and an empty value. */
  private static RlpList branch(char nibble, RlpType child) {
    List<RlpType> items = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      items.add(NONE);
    }
    items.set(Character.digit(nibble, 16), child);
    return new RlpList(items);
  }

  /** What stands for a node in the one above: itself or, from 32 bytes on, its hash. */
  private RlpType reference(RlpList node) {
    byte[] bytes = RlpEncoder.encode(node);
    return bytes.length < 32 ? node : RlpString.create(stored(bytes).bytes());
  }

  private Hash stored(byte[] bytes) {
    nodes.add(bytes);
    return Hashes.of(bytes);
  }

  private Optional<byte[]> lookUp(RlpList root) throws ProofException {
    return lookUp(stored(RlpEncoder.encode(root)));
  }

  private Optional<byte[]> lookUp(Hash root) throws ProofException {
    return MerklePatricia.lookUp(root, KEY, new ProofNodes(nodes));
  }

  private void refuses(RlpList root, String reason) {
    assertThatThrownBy(() -> lookUp(root)).isInstanceOf(ProofException.class).hasMessage(reason);
  }

  /** Even and odd parts of a path, at extensions and leaves. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 62})
  void aValueIsFoundBelowAnExtensionOfAnyLength(int length) throws Exception {
    RlpList leaf = leaf(path.substring(length + 1), VALUE);
    RlpList branch = branch(path.charAt(length), reference(leaf));

    assertThat(lookUp(extension(path.substring(0, length), reference(branch)))).contains(VALUE);
  }

  @Test
  void aValueIsFoundInANodeThatStandsWithinTheNodesAboveIt() throws Exception {
    byte[] small = {7};
    RlpList branch = branch(path.charAt(50), reference(leaf(path.substring(51), small)));
    assertThat(RlpEncoder.encode(branch)).hasSizeLessThan(32);

    assertThat(lookUp(extension(path.substring(0, 50), reference(branch)))).contains(small);
    assertThat(nodes).hasSize(1);
  }

  private static char other(char digit) {
    return digit == '0' ? '1' : '0';
  }

  @Test
  void aWayThatLeavesAnExtensionOrALeafProvesAbsence() throws Exception {
    RlpList branch = branch('0', reference(leaf("0".repeat(60), VALUE)));
    String apart = path.substring(0, 2) + other(path.charAt(2));

    assertThat(lookUp(extension(apart, reference(branch)))).isEmpty();
    assertThat(lookUp(leaf(path.substring(0, 63) + other(path.charAt(63)), VALUE))).isEmpty();
  }

  /** Otherwise a value of 32 bytes, which a client may choose, would be taken for a node's hash. */
  @Test
  void aLeafThatEndsBeforeItsPathDoesIsNotFollowed() {
    Hash further = stored(RlpEncoder.encode(leaf(path.substring(10), VALUE)));

    refuses(
        leaf(path.substring(0, 10), further.bytes()),
        "a leaf of the proof has 10 digits of a path, not 64");
    refuses(leaf(path + "00", VALUE), "a leaf of the proof has 66 digits of a path, not 64");
  }

  @Test
  void aBranchHasNoValue() {
    List<RlpType> items = new ArrayList<>(branch(path.charAt(0), NONE).getValues());
    items.set(16, RlpString.create(VALUE));
    refuses(new RlpList(items), "a branch of the proof has a value");

    RlpList behind = branch('0', RlpString.create(new byte[] {1}));
    refuses(
        extension(path.substring(0, 63), reference(branch(path.charAt(63), reference(behind)))),
        "a branch of the proof lies behind the end of its path");
  }

  @Test
  void anExtensionLeadsOnToABranchBeforeThePathEnds() {
    RlpType branch = reference(branch(path.charAt(0), reference(leaf(path.substring(1), VALUE))));
    refuses(extension("", branch), "an extension of the proof has 0 digits of a path of 64");
    refuses(extension(path, branch), "an extension of the proof has 64 digits of a path of 64");
    refuses(
        extension(path.substring(0, 4), reference(leaf(path.substring(4), VALUE))),
        "an extension of the proof leads to no branch");
  }

  @ParameterizedTest
  @ValueSource(strings = {"40", "60", "80", "f0", "21", "01"})
  void aPathHasNoOtherFlagsThanThoseForItsEndAndItsLength(String flags) {
    refuses(
        pair(flags, path, RlpString.create(VALUE)),
        "a path of the proof has flags that there aren't");
  }

  @Test
  void aPathOfNoBytesIsNone() {
    refuses(
        new RlpList(NONE, RlpString.create(VALUE)),
        "a path of the proof has flags that there aren't");
    refuses(new RlpList(new RlpList(), RlpString.create(VALUE)), "a path of the proof is a list");
  }

  @Test
  void aLeafHasAValueOfBytes() {
    refuses(leaf(path, new byte[0]), "a leaf of the proof has no value");
    refuses(pair("20", path, new RlpList()), "a value of the proof is a list");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 31, 33, 64})
  void aNodeRefersToAnotherByAHashAndNothingElse(int length) {
    refuses(
        branch(path.charAt(0), RlpString.create(new byte[length])),
        "what a node of the proof refers to has %d bytes, not 32".formatted(length));
  }

  @Test
  void aShortNodeStandsWithinItsParentAndALongOneBesideIt() {
    RlpList small = leaf(path.substring(51), new byte[] {7});
    RlpType byHash = RlpString.create(stored(RlpEncoder.encode(small)).bytes());
    RlpList branch = branch(path.charAt(50), byHash);
    refuses(
        extension(path.substring(0, 50), reference(branch)),
        "a node of %d bytes stands beside its parent in the proof"
            .formatted(RlpEncoder.encode(small).length));

    RlpList large = leaf(path.substring(1), VALUE);
    refuses(
        branch(path.charAt(0), large),
        "a node of %d bytes stands within its parent in the proof"
            .formatted(RlpEncoder.encode(large).length));
  }

  /** So that what a hash stands for is one thing only. */
  @Test
  void aNodeIsEncodedInTheOneWayThatThereIs() {
    byte[] leaf = RlpEncoder.encode(leaf(path, VALUE));
    // A list's length of one byte, written as if it took two.
    byte[] longer = new byte[leaf.length + 1];
    longer[0] = (byte) 0xf9;
    System.arraycopy(leaf, 1, longer, 2, leaf.length - 1);
    byte[] trailing = Arrays.copyOf(leaf, leaf.length + 1);

    assertThat(leaf[0]).isEqualTo((byte) 0xf8);
    for (byte[] node : List.of(longer, trailing)) {
      assertThatThrownBy(() -> lookUp(stored(node))).isInstanceOf(ProofException.class);
    }
  }

  @Test
  void aNodeHasTwoOrSeventeenItems() {
    refuses(new RlpList(), "a node of the proof has 0 items");
    refuses(new RlpList(NONE, NONE, NONE), "a node of the proof has 3 items");
  }
}
