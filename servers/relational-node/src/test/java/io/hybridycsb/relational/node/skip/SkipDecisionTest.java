package io.hybridycsb.relational.node.skip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.crypto.Ed25519;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkipDecisionTest {
  private static final String DIGEST = "ab".repeat(32);

  @TempDir private Path directory;

  private final TestSigners four = new TestSigners();

  private void assertRefused(SkipDecision decision, String why) {
    assertThatThrownBy(() -> decision.requireDecided("shop", four.signers()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  private static SkipDecision with(SkipDecision decision, String name, String signature) {
    SortedMap<String, String> signatures = new TreeMap<>(decision.signatures());
    signatures.put(name, signature);
    return new SkipDecision(decision.statement(), signatures);
  }

  @Test
  void whatIsSignedBeginsWithWhatItIs() {
    SkipDecision decision = four.decision(17, DIGEST, 1, 2, 3);
    byte[] signed =
        ("relational skip\nshop\nshop-1\n17\n" + DIGEST + "\n").getBytes(StandardCharsets.UTF_8);
    decision
        .signatures()
        .values()
        .forEach(
            each -> assertThat(HexFormat.of().parseHex(each)).hasSize(Ed25519.SIGNATURE_BYTES));
    assertThat(HexFormat.of().formatHex(four.key(1).sign(signed)))
        .isEqualTo(decision.signatures().get("node1"));
    decision.requireDecided("shop", four.signers());
    assertThat(SkipDecision.parse(decision.text())).isEqualTo(decision);
    assertThat(four.skips(decision).told(decision))
        .isEqualTo("the block was skipped by decision of 3 of 4 validators");
  }

  @Test
  void twoThirdsOfThePowerAreTooFew() {
    assertRefused(
        four.decision(17, DIGEST, 1, 2),
        "2 of 4 validators have signed it, and more than two thirds have to");
    TestSigners unequal = new TestSigners(4, 1, 1);
    SkipDecision two = unequal.decision(1, DIGEST, 2, 3);
    assertThat(two.suffices(unequal.signers())).isFalse();
    assertThat(unequal.decision(1, DIGEST, 1).suffices(unequal.signers())).isFalse();
    assertThat(unequal.decision(1, DIGEST, 1, 2).suffices(unequal.signers())).isTrue();
    assertThatThrownBy(() -> two.requireDecided("shop", unequal.signers()))
        .hasMessage(
            "2 of 3 validators with 2 of 6 of the voting power have signed it, and more than two"
                + " thirds have to");
  }

  @Test
  void eachOfThoseWhoDecideHasAKeyOfItsOwn() {
    SkipSigners.Signer first = four.signers().signers().get(0);
    SkipSigners.Signer same = new SkipSigners.Signer("node9", first.publicKey(), 1);
    assertThatThrownBy(() -> new SkipSigners("validators", "shop-1", List.of(first, same)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "node1 and node9 of cluster.json have the same key; each of the validators has its own");
  }

  @Test
  void signaturesThatAreNotOfThisBlockOrByNobodyOfTheClusterAreRefused() {
    SkipDecision three = four.decision(17, DIGEST, 1, 2, 3);
    String wrong = "the signature of node3 is wrong: it is not of this block, or by another key";
    SkipDecision other = four.decision(18, DIGEST, 3);
    assertRefused(with(three, "node3", other.signatures().get("node3")), wrong);
    assertRefused(with(three, "node3", three.signatures().get("node2")), wrong);
    assertRefused(with(three, "node3", "none"), wrong);
    assertRefused(
        with(three, "node9", three.signatures().get("node2")),
        "node9, who has signed it, is none of the validators of cluster.json");
    assertThatThrownBy(() -> three.requireDecided("other", four.signers()))
        .hasMessage("the decision is of cluster shop, and this is other");
    SkipSigners anew = new SkipSigners("validators", "shop-2", four.signers().signers());
    assertThatThrownBy(() -> three.requireDecided("shop", anew))
        .hasMessage("the decision is of chain shop-1, and this is shop-2");
    assertThatThrownBy(() -> three.signedBy(Ed25519.generate(), four.signers()))
        .hasMessage("the key is none of the validators of cluster.json");
  }

  @Test
  void theFilesOfADirectoryAreADecisionEach() throws Exception {
    SkipSigners signers = four.signers();
    Path none = directory.resolve("none");
    assertThatThrownBy(() -> Skips.read(none, "shop", signers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "skip.directory %s is no directory; make it, or leave the property out"
                .formatted(none));
    assertThat(Skips.read(directory, "shop", signers).all()).isEmpty();
    SkipDecision decision = four.decision(17, DIGEST, 1, 2, 3);
    Files.writeString(directory.resolve("17.json"), decision.text());
    Files.writeString(directory.resolve("notes.txt"), "not read");
    assertThat(Skips.read(directory, "shop", signers).find(17)).contains(decision);
    assertThat(Skips.read(directory, "shop", signers).find(18)).isEmpty();

    Path more = directory.resolve("more.json");
    Files.writeString(more, four.decision(17, DIGEST, 2, 3, 4).text());
    assertThatThrownBy(() -> Skips.read(directory, "shop", signers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(more + ": there is another decision on block 17; keep one");
    Files.writeString(more, "{}");
    assertThatThrownBy(() -> Skips.read(directory, "shop", signers))
        .hasMessage(
            more
                + ": a decision has \"cluster\", \"chain\", \"height\", \"digest\" and \"signatures\"");
    Files.writeString(more, decision.text().replace(DIGEST, "AB"));
    assertThatThrownBy(() -> Skips.read(directory, "shop", signers))
        .hasMessage(
            more
                + ": a block's digest has 64 hex digits, as the node's last line shows it, not AB");
  }
}
