package io.hybridycsb.quorum.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.Rlp;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.BlockJson;
import io.hybridycsb.ethereum.rpc.Hex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** Headers of real networks, and what a liar could make of them. */
class SealedHeaderTest {
  /** Where the seals stand, from the end of the extra data's items. */
  private static final int FROM_END = 1;

  private static SealedHeader read(Consensus consensus, JsonNode block) throws ProofException {
    return SealedHeader.read(consensus, BlockJson.header(block));
  }

  private static ObjectNode block(Consensus consensus) throws IOException {
    return (ObjectNode) RealBlocks.of(consensus);
  }

  @ParameterizedTest
  @EnumSource(names = {"RAFT", "IBFT", "QBFT"})
  void aRealHeaderHasItsHashNumberAndState(Consensus consensus) throws Exception {
    JsonNode block = block(consensus);

    SealedHeader header = read(consensus, block);

    assertThat(Hex.of(header.hash())).isEqualTo(block.get("hash").asText());
    assertThat(header.number()).isEqualTo(Hex.number(block.get("number")));
    assertThat(Hex.of(header.stateRoot())).isEqualTo(block.get("stateRoot").asText());
    header.requireSealed(consensus, RealBlocks.cluster(consensus).validators());
  }

  /** Under Raft it is told in nanoseconds. */
  @ParameterizedTest
  @EnumSource(names = {"RAFT", "IBFT", "QBFT"})
  void aRealHeaderTellsWhenItWasMade(Consensus consensus) throws Exception {
    assertThat(read(consensus, block(consensus)).made())
        .isBetween("2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @EnumSource(names = {"IBFT", "QBFT"})
  void threeOfFourValidatorsHaveSealedIt(Consensus consensus) throws Exception {
    assertThat(read(consensus, block(consensus)).sealers())
        .hasSize(3)
        .isSubsetOf(RealBlocks.cluster(consensus).validators());
  }

  /** Networks of GoQuorum 22.7.4 of one, six and seven validators. */
  @TestFactory
  Stream<DynamicTest> blocksOfOtherNumbersOfValidatorsHaveAsManySealsAsAreNeeded()
      throws IOException {
    return StreamSupport.stream(RealBlocks.json("validators-blocks").spliterator(), false)
        .map(
            recorded -> {
              Consensus consensus = Consensus.of(recorded.get("consensus").asText());
              List<Address> validators = new ArrayList<>();
              recorded
                  .get("validators")
                  .forEach(each -> validators.add(new Address(each.asText())));
              return DynamicTest.dynamicTest(
                  "%d of %s".formatted(validators.size(), consensus.word()),
                  () -> requireSealed(consensus, validators, recorded.get("block")));
            });
  }

  private static void requireSealed(Consensus consensus, List<Address> validators, JsonNode block)
      throws ProofException {
    SealedHeader header = read(consensus, block);

    assertThat(Hex.of(header.hash())).isEqualTo(block.get("hash").asText());
    assertThat(header.sealers())
        .hasSizeGreaterThanOrEqualTo(consensus.sealsNeeded(validators.size()))
        .isSubsetOf(validators);
    header.requireSealed(consensus, validators);
    List<Address> more = new ArrayList<>(validators);
    RealBlocks.cluster(consensus).validators().forEach(more::add);
    assertThatThrownBy(() -> header.requireSealed(consensus, more))
        .isInstanceOf(ProofException.class)
        .hasMessageEndingWith(consensus.sealsNeeded(more.size()) + " are needed");
  }

  @ParameterizedTest
  @EnumSource(names = {"IBFT", "QBFT"})
  void theSealsOfOneStateDoNotSealAnother(Consensus consensus) throws Exception {
    ObjectNode block = block(consensus);
    block.put("stateRoot", "0x" + "ab".repeat(32));

    requireTooFewSeals(consensus, block, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"IBFT", "QBFT"})
  void twoSealsOfFourAreTooFewAlsoIfOneIsThereTwice(Consensus consensus) throws Exception {
    ObjectNode block = block(consensus);
    List<RlpType> seals = seals(consensus, block);

    withSeals(consensus, block, List.of(seals.get(0), seals.get(1)));
    requireTooFewSeals(consensus, block, 2);
    withSeals(consensus, block, List.of(seals.get(0), seals.get(1), seals.get(1)));
    requireTooFewSeals(consensus, block, 2);
    withSeals(consensus, block, List.of());
    requireTooFewSeals(consensus, block, 0);
  }

  /** The round stands in the header, though the block's hash leaves it out. */
  @Test
  void sealsOfOneRoundOfQbftDoNotSealAnother() throws Exception {
    ObjectNode block = block(Consensus.QBFT);
    List<RlpType> items = new ArrayList<>(extra(Consensus.QBFT, block));
    assertThat(((RlpString) items.get(3)).asPositiveBigInteger()).isOne();
    items.set(3, RlpString.create(2));
    block.put("extraData", Hex.of(RlpEncoder.encode(new RlpList(items))));

    assertThat(Hex.of(read(Consensus.QBFT, block).hash())).isEqualTo(block.get("hash").asText());
    requireTooFewSeals(Consensus.QBFT, block, 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"IBFT", "QBFT"})
  void extraDataThatIsNoneOfTheConsensusIsRefused(Consensus consensus) throws Exception {
    for (String extra : List.of("0x", "0x" + "00".repeat(32), "0x" + "c1".repeat(60), "0xc0")) {
      ObjectNode block = block(consensus);
      block.put("extraData", extra);

      assertThatThrownBy(() -> read(consensus, block)).isInstanceOf(ProofException.class);
    }
  }

  @Test
  void sealsAreNeededOfTwoThirdsOfTheValidatorsRoundedUp() {
    for (int[] known : new int[][] {{1, 1}, {2, 2}, {3, 2}, {4, 3}, {5, 4}, {7, 5}, {10, 7}}) {
      assertThat(Consensus.QBFT.sealsNeeded(known[0])).as("of %d", known[0]).isEqualTo(known[1]);
    }
  }

  private static void requireTooFewSeals(Consensus consensus, JsonNode block, int found)
      throws ProofException {
    SealedHeader header = read(consensus, block);

    assertThatThrownBy(
            () -> header.requireSealed(consensus, RealBlocks.cluster(consensus).validators()))
        .isInstanceOf(ProofException.class)
        .hasMessage(
            "block %d was sealed by %d validators; 3 are needed".formatted(header.number(), found));
  }

  private static List<RlpType> extra(Consensus consensus, JsonNode block) throws ProofException {
    String hex = block.get("extraData").asText().substring(vanityDigits(consensus));
    return Rlp.list(Hex.bytes("0x" + hex.replaceFirst("^0x", "")), "extra data");
  }

  /** Before IBFT's list stand 32 bytes of anything. */
  private static int vanityDigits(Consensus consensus) {
    return consensus == Consensus.IBFT ? 2 + 64 : 0;
  }

  private static List<RlpType> seals(Consensus consensus, JsonNode block) throws ProofException {
    List<RlpType> items = extra(consensus, block);
    return ((RlpList) items.get(items.size() - FROM_END)).getValues();
  }

  private static void withSeals(Consensus consensus, ObjectNode block, List<RlpType> seals)
      throws ProofException {
    List<RlpType> items = new ArrayList<>(extra(consensus, block));
    items.set(items.size() - FROM_END, new RlpList(seals));
    String before =
        consensus == Consensus.IBFT
            ? block.get("extraData").asText().substring(0, vanityDigits(consensus))
            : "0x";
    String list = Hex.of(RlpEncoder.encode(new RlpList(items))).substring(2);
    block.put("extraData", before + list);
  }
}
