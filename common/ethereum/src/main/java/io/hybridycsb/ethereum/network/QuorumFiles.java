package io.hybridycsb.ethereum.network;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import java.util.HexFormat;
import java.util.List;
import org.web3j.rlp.RlpEncoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;
import org.web3j.rlp.RlpType;

/** What GoQuorum wants to know of a network, beside what geth does. */
public final class QuorumFiles {
  /** By which it knows a header of IBFT or QBFT. */
  private static final String ISTANBUL_DIGEST =
      "0x63746963616c2062797a616e74696e65206661756c7420746f6c6572616e6365";

  /** kB of a transaction; the most that it takes. */
  private static final int TRANSACTION_KB = 128;

  /** kB of a contract's code. */
  private static final int CODE_KB = 128;

  private static final int EPOCH = 30_000;
  private static final int VANITY_BYTES = 32;

  private QuorumFiles() {}

  /**
   * The pace of IBFT and QBFT.
   *
   * @param periodSeconds between two blocks
   * @param roundSeconds without a block until another node proposes one
   */
  public record Pace(int periodSeconds, int roundSeconds) {}

  /**
   * Adds the consensus to a first block.
   *
   * @param validators their addresses, in hex
   */
  public static void agree(
      ObjectNode genesis, Consensus consensus, List<String> validators, Pace pace) {
    ObjectNode config = (ObjectNode) genesis.get("config");
    config.put("isQuorum", true).put("txnSizeLimit", TRANSACTION_KB);
    config.putArray("maxCodeSizeConfig").addObject().put("block", 0).put("size", CODE_KB);
    List<RlpType> sealers =
        validators.stream()
            .sorted()
            .<RlpType>map(each -> RlpString.create(HexFormat.of().parseHex(each, 2, each.length())))
            .toList();
    switch (consensus) {
      case QBFT -> {
        bft(config.putObject("qbft"), pace).put("testQBFTBlock", 0);
        istanbul(genesis, "", qbftExtra(sealers));
      }
      case IBFT -> {
        bft(config.putObject("ibft"), pace);
        istanbul(genesis, "00".repeat(VANITY_BYTES), ibftExtra(sealers));
      }
      case RAFT -> genesis.put("difficulty", "0x0");
      default -> throw new IllegalArgumentException("GoQuorum has no " + consensus.word());
    }
  }

  private static ObjectNode bft(ObjectNode config, Pace pace) {
    return config
        .put("epochlength", EPOCH)
        .put("policy", 0)
        .put("ceil2Nby3Block", 0)
        .put("blockperiodseconds", pace.periodSeconds())
        .put("requesttimeoutseconds", pace.roundSeconds())
        .put("emptyblockperiodseconds", pace.periodSeconds());
  }

  private static void istanbul(ObjectNode genesis, String before, RlpList extra) {
    genesis
        .put("difficulty", "0x1")
        .put("mixHash", ISTANBUL_DIGEST)
        .put("extraData", "0x" + before + HexFormat.of().formatHex(RlpEncoder.encode(extra)));
  }

  /** Vanity, validators, no vote, round 0, no seals. */
  private static RlpList qbftExtra(List<RlpType> validators) {
    return new RlpList(
        RlpString.create(new byte[VANITY_BYTES]),
        new RlpList(validators),
        new RlpList(),
        RlpString.create(new byte[0]),
        new RlpList());
  }

  /** Validators, no proposer's seal, no seals. */
  private static RlpList ibftExtra(List<RlpType> validators) {
    return new RlpList(new RlpList(validators), RlpString.create(new byte[0]), new RlpList());
  }

  /**
   * The file {@code static-nodes.json}: all nodes, also the one whose file it is.
   *
   * @param ids as of {@link NetworkFiles#peerId}
   * @param addresses HOST:PORTs where this node finds them
   * @param raftPorts empty unless the consensus is Raft, which numbers nodes in this order
   */
  public static String staticNodes(
      List<String> ids, List<String> addresses, List<String> raftPorts) {
    ArrayNode nodes = new ObjectMapper().createArrayNode();
    for (int i = 0; i < ids.size(); i++) {
      String raft = raftPorts.isEmpty() ? "" : "&raftport=" + raftPorts.get(i);
      nodes.add("enode://%s@%s?discport=0%s".formatted(ids.get(i), addresses.get(i), raft));
    }
    return nodes.toPrettyString();
  }
}
