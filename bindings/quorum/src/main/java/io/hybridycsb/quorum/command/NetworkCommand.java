package io.hybridycsb.quorum.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.Contract;
import io.hybridycsb.ethereum.network.Genesis;
import io.hybridycsb.ethereum.network.NetworkFiles;
import io.hybridycsb.ethereum.network.QuorumFiles;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.verification.Hash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.ECKeyPair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Makes the keys, first block and configuration files of a network. Keys that exist are kept. A
 * node seals blocks with the key by which its peers know it.
 */
@Command(
    name = "network",
    description = "Makes the keys and files of a network.",
    mixinStandardHelpOptions = true)
final class NetworkCommand implements Callable<Integer> {
  private static final long CHAIN_ID = 1_337;

  @Option(names = "--directory", required = true)
  private Path directory;

  @Option(names = "--consensus", required = true, description = "raft, ibft or qbft.")
  private String consensus;

  @Option(names = "--layout", required = true, description = "storage or code.")
  private String layout;

  @Option(names = "--period-s", required = true, description = "Seconds between two blocks.")
  private int periodSeconds;

  @Option(
      names = "--round-s",
      required = true,
      description = "Seconds without a block until another node proposes one.")
  private int roundSeconds;

  @Option(names = "--block-gas", required = true)
  private long blockGas;

  @Option(
      names = "--rpc",
      required = true,
      split = ",",
      description = "The HOST:PORTs where the nodes answer.")
  private List<String> rpc;

  @Option(
      names = "--peers",
      required = true,
      description = {
        "The HOST:PORTs where nodes find each other, joined by commas. Where they find each other",
        "at different ones: one such list for each node, joined by slashes."
      })
  private String peers;

  @Option(
      names = "--raft-ports",
      split = ",",
      description = "The nodes' ports for Raft; of no use otherwise.")
  private List<String> raftPorts = List.of();

  private final ObjectMapper json = new ObjectMapper();

  @Override
  public Integer call() throws IOException {
    Consensus wanted = Consensus.of(consensus);
    Layout kept = Layout.of(layout);
    List<String> ids = new ArrayList<>();
    List<String> validators = new ArrayList<>();
    for (int node = 1; node <= rpc.size(); node++) {
      ECKeyPair key = NetworkFiles.key(data(node).resolve("geth").resolve("nodekey"));
      ids.add(NetworkFiles.peerId(key));
      validators.add(Credentials.create(key).getAddress());
    }
    ObjectNode first = genesis(wanted, kept, validators);
    String genesis = first.toPrettyString();
    for (int node = 1; node <= rpc.size(); node++) {
      Path file = home(node).resolve("genesis.json");
      if (Files.exists(file) && !Files.readString(file).equals(genesis)) {
        throw new IllegalArgumentException(
            file
                + " is the first block of another network; to change its nodes or options, remove"
                + " its data first");
      }
      NetworkFiles.write(file, genesis);
      NetworkFiles.write(
          data(node).resolve("static-nodes.json"),
          QuorumFiles.staticNodes(
              ids, addresses(node), wanted == Consensus.RAFT ? raftPorts : List.of()));
    }
    NetworkFiles.write(
        directory.resolve("cluster.json"),
        cluster(wanted, kept, validators, Genesis.hash(wanted, first)).toPrettyString() + "\n");
    return 0;
  }

  private Path home(int node) {
    return directory.resolve("node" + node);
  }

  private Path data(int node) {
    return home(node).resolve("data");
  }

  private ObjectNode cluster(
      Consensus wanted, Layout kept, List<String> validators, Hash genesisHash) {
    ObjectNode cluster = json.createObjectNode();
    cluster.put("consensus", wanted.word()).put("layout", kept.word());
    cluster.put("chainId", CHAIN_ID).put("genesisHash", Hex.of(genesisHash));
    cluster.put("contract", Contract.ADDRESS.hex());
    validators.forEach(cluster.putArray("validators")::add);
    ArrayNode nodes = cluster.putArray("nodes");
    for (int node = 1; node <= rpc.size(); node++) {
      nodes.addObject().put("name", "node" + node).put("rpc", "http://" + rpc.get(node - 1));
    }
    return cluster;
  }

  /** Where a node finds all nodes. */
  private List<String> addresses(int from) {
    List<String> rows = List.of(peers.split("/"));
    return List.of(rows.get(rows.size() == 1 ? 0 : from - 1).split(","));
  }

  private ObjectNode genesis(Consensus wanted, Layout kept, List<String> validators) {
    ObjectNode genesis = Genesis.of(CHAIN_ID, blockGas, Contract.countingCode(kept));
    QuorumFiles.agree(
        genesis, wanted, validators, new QuorumFiles.Pace(periodSeconds, roundSeconds));
    return genesis;
  }
}
