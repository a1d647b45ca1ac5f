package io.hybridycsb.blockchaindb.server.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.Contract;
import io.hybridycsb.ethereum.network.Genesis;
import io.hybridycsb.ethereum.network.NetworkFiles;
import io.hybridycsb.ethereum.network.QuorumFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.ECKeyPair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Makes the keys, genesis blocks and configuration files of a cluster whose shards are each a
 * network with one sealer for each node that holds the shard. Keys that exist are kept.
 */
@Command(
    name = "network",
    description = "Makes the keys and files of a cluster.",
    mixinStandardHelpOptions = true)
final class NetworkCommand implements Callable<Integer> {
  /** The first shard's; the others follow. */
  private static final long FIRST_CHAIN_ID = 2_022;

  private static final BigInteger BALANCE = BigInteger.TEN.pow(30);

  /** The password of the sealers' keystores: a local key is guarded by its file. */
  private static final String PASSWORD = "local";

  private static final Pattern NUMBERS = Pattern.compile("[0-9]{1,4}(,[0-9]{1,4})*");

  @Option(names = "--directory", required = true)
  private Path directory;

  @Option(names = "--layout", required = true)
  private String layout;

  @Option(
      names = "--consensus",
      defaultValue = "clique",
      description = "clique, on geth, or qbft, on GoQuorum (default: ${DEFAULT-VALUE}).")
  private String consensus;

  @Option(
      names = "--round-s",
      defaultValue = "2",
      description =
          "Under qbft: seconds without a block until another sealer proposes one (default:"
              + " ${DEFAULT-VALUE}).")
  private int roundSeconds;

  @Option(names = "--period-s", required = true)
  private int periodSeconds;

  @Option(names = "--block-gas", required = true)
  private long blockGas;

  @Option(names = "--accounts", required = true, description = "Of each node, in each shard.")
  private int accounts;

  @Option(names = "--nodes", required = true, split = ",", description = "Their HOST:PORTs.")
  private List<String> nodes;

  @Option(
      names = "--shard-peers",
      required = true,
      description = {
        "Ports of a shard's sealers on this machine, or their HOST:PORTs, joined by commas; once",
        "for each shard. Where they find each other at different ones: one such list for each",
        "sealer, joined by slashes."
      })
  private List<String> shardPeers;

  @Option(
      names = "--shard-nodes",
      description = {
        "Numbers of the nodes that hold a shard, from 1, joined by commas, in the order of the",
        "shard's peers; once for each shard (default: all nodes hold each shard)."
      })
  private List<String> shardNodes = List.of();

  @Option(
      names = "--start-delay-s",
      required = true,
      description = "Until the first block; all sealers should run by then.")
  private int startDelaySeconds;

  @Spec private CommandSpec spec;

  private final ObjectMapper json = new ObjectMapper();

  @Override
  public Integer call() throws IOException {
    List<List<Integer>> holders = holders();
    ObjectNode cluster = json.createObjectNode();
    cluster.put("layout", Layout.of(layout).word());
    ArrayNode members = cluster.putArray("nodes");
    for (int node = 1; node <= nodes.size(); node++) {
      members.addObject().put("name", "node" + node).put("address", nodes.get(node - 1));
    }
    ArrayNode shards = cluster.putArray("shards");
    List<StringBuilder> accountFiles = nodes.stream().map(n -> new StringBuilder()).toList();
    for (int shard = 1; shard <= shardPeers.size(); shard++) {
      addShard(shard, holders.get(shard - 1), shards.addObject(), accountFiles);
    }
    for (int node = 1; node <= nodes.size(); node++) {
      NetworkFiles.writePrivately(
          directory.resolve("node" + node).resolve("accounts.properties"),
          accountFiles.get(node - 1).toString());
    }
    NetworkFiles.write(directory.resolve("cluster.json"), cluster.toPrettyString() + "\n");
    return 0;
  }

  /** For each shard, the numbers of the nodes that hold it. */
  private List<List<Integer>> holders() {
    List<Integer> all = IntStream.rangeClosed(1, nodes.size()).boxed().toList();
    if (shardNodes.isEmpty()) {
      return Collections.nCopies(shardPeers.size(), all);
    }
    requireThat(
        shardNodes.size() == shardPeers.size(),
        "--shard-nodes stands once for each shard, as --shard-peers does: %d times, not %d"
            .formatted(shardPeers.size(), shardNodes.size()));
    List<List<Integer>> holders = shardNodes.stream().map(this::numbers).toList();
    for (int node : all) {
      requireThat(
          holders.stream().anyMatch(some -> some.contains(node)),
          "by --shard-nodes node %d holds no shard; each holds one at least".formatted(node));
    }
    return holders;
  }

  private List<Integer> numbers(String text) {
    String rule =
        "--shard-nodes expects numbers from 1 to %d with commas between them, each once; not '%s'"
            .formatted(nodes.size(), text);
    requireThat(NUMBERS.matcher(text).matches(), rule);
    List<Integer> numbers = Stream.of(text.split(",")).map(Integer::valueOf).toList();
    requireThat(
        numbers.stream().allMatch(n -> n >= 1 && n <= nodes.size())
            && Set.copyOf(numbers).size() == numbers.size(),
        rule);
    return numbers;
  }

  private void requireThat(boolean holds, String rule) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), rule);
    }
  }

  private void addShard(
      int shard, List<Integer> holders, ObjectNode entry, List<StringBuilder> accountFiles)
      throws IOException {
    Consensus wanted = Consensus.of(consensus);
    List<String> sealers = new ArrayList<>();
    List<String> peerIds = new ArrayList<>();
    List<String> funded = new ArrayList<>();
    List<List<String>> peers = peers(shard, holders.size());
    for (int node : holders) {
      Path home = home(node, shard);
      ECKeyPair peer = peerKey(wanted, home);
      peerIds.add(NetworkFiles.peerId(peer));
      sealers.add(sealer(wanted, home, peer));
      List<String> keys = new ArrayList<>();
      for (int i = 1; i <= accounts; i++) {
        ECKeyPair account = NetworkFiles.key(home.resolve("account" + i + ".key"));
        keys.add(NetworkFiles.hex(account));
        funded.add(Credentials.create(account).getAddress());
      }
      accountFiles
          .get(node - 1)
          .append("shard%d.accounts=%s%n".formatted(shard, String.join(",", keys)));
    }
    long chainId = FIRST_CHAIN_ID + shard - 1;
    entry.put("consensus", wanted.word());
    entry.put("chainId", chainId).put("contract", Contract.ADDRESS.hex());
    sealers.forEach(entry.putArray("authorities")::add);
    ArrayNode names = entry.putArray("nodes");
    holders.forEach(node -> names.add("node" + node));
    writeGenesis(shard, holders, genesis(wanted, chainId, sealers, funded).toPrettyString());
    for (int place = 0; place < holders.size(); place++) {
      Path home = home(holders.get(place), shard);
      if (wanted == Consensus.CLIQUE) {
        NetworkFiles.write(
            home.resolve("config.toml"), peersConfig(others(place, peers.get(place), peerIds)));
      } else {
        NetworkFiles.write(
            home.resolve("data").resolve("static-nodes.json"),
            QuorumFiles.staticNodes(peerIds, peers.get(place), List.of()));
      }
    }
  }

  /** GoQuorum looks for it among its data. */
  private static ECKeyPair peerKey(Consensus wanted, Path home) throws IOException {
    Path dir = wanted == Consensus.CLIQUE ? home : home.resolve("data").resolve("geth");
    return NetworkFiles.key(dir.resolve("nodekey"));
  }

  /** The sealer's address. Under QBFT it seals with the key by which its peers know it. */
  private static String sealer(Consensus wanted, Path home, ECKeyPair peer) throws IOException {
    if (wanted != Consensus.CLIQUE) {
      return Credentials.create(peer).getAddress();
    }
    Credentials sealer = Credentials.create(NetworkFiles.key(home.resolve("sealer.key")));
    NetworkFiles.write(home.resolve("sealer"), sealer.getAddress() + "\n");
    NetworkFiles.writePrivately(home.resolve("password"), PASSWORD + "\n");
    return sealer.getAddress();
  }

  /**
   * Each sealer connects to all others. By default Geth keeps two of three connections for peers
   * that connect to it, so a few sealers that start together might not find room at each other.
   * Here all connections are for its own dialling; others are let in because they are trusted.
   */
  private static String peersConfig(String others) {
    return "[Node.P2P]%nDialRatio = 1%nStaticNodes = [%s]%nTrustedNodes = [%s]%n"
        .formatted(others, others);
  }

  /** Where each of a shard's sealers finds all of them. */
  private List<List<String>> peers(int shard, int sealers) {
    List<List<String>> rows =
        Stream.of(shardPeers.get(shard - 1).split("/"))
            .map(row -> Stream.of(row.split(",")).map(NetworkCommand::hostAndPort).toList())
            .toList();
    requireThat(
        (rows.size() == 1 || rows.size() == sealers)
            && rows.stream().allMatch(row -> row.size() == sealers),
        "--shard-peers names where the %d sealers of shard %d are, once, or once for each of them"
            .formatted(sealers, shard));
    return rows.size() == 1 ? Collections.nCopies(sealers, rows.get(0)) : rows;
  }

  /**
   * The addresses of the other sealers.
   *
   * @param place of the sealer among those of its shard
   */
  private static String others(int place, List<String> peers, List<String> peerIds) {
    return IntStream.range(0, peerIds.size())
        .filter(other -> other != place)
        .mapToObj(other -> "\"enode://%s@%s\"".formatted(peerIds.get(other), peers.get(other)))
        .collect(Collectors.joining(", "));
  }

  private static String hostAndPort(String peer) {
    return peer.contains(":") ? peer : "127.0.0.1:" + peer;
  }

  /** All sealers share it. An existing one is kept, since its time is part of the chain. */
  private void writeGenesis(int shard, List<Integer> holders, String genesis) throws IOException {
    for (int node : holders) {
      Path file = home(node, shard).resolve("genesis.json");
      if (!Files.exists(file)) {
        NetworkFiles.write(file, genesis);
      }
    }
  }

  private Path home(int node, int shard) {
    return directory.resolve("geth" + node + (shard == 1 ? "" : "-shard" + shard));
  }

  private ObjectNode genesis(
      Consensus wanted, long chainId, List<String> sealers, List<String> funded) {
    ObjectNode genesis = Genesis.of(chainId, blockGas, Contract.runtimeCode(Layout.of(layout)));
    if (wanted == Consensus.CLIQUE) {
      addClique(genesis, sealers);
    } else {
      QuorumFiles.agree(
          genesis, wanted, sealers, new QuorumFiles.Pace(periodSeconds, roundSeconds));
    }
    ObjectNode alloc = (ObjectNode) genesis.get("alloc");
    funded.forEach(address -> alloc.putObject(address).put("balance", BALANCE.toString()));
    return genesis;
  }

  private void addClique(ObjectNode genesis, List<String> sealers) {
    ObjectNode config = (ObjectNode) genesis.get("config");
    config.putObject("clique").put("period", periodSeconds).put("epoch", 30_000);
    String sorted =
        sealers.stream()
            .sorted()
            .map(address -> address.substring(2))
            .collect(Collectors.joining());
    genesis.put("extraData", "0x" + "00".repeat(32) + sorted + "00".repeat(65));
    genesis.put("difficulty", "0x1");
    // Nobody seals before this time: sealers that aren't connected yet would each seal a first
    // block.
    long begin = System.currentTimeMillis() / 1_000 + startDelaySeconds;
    genesis.put("timestamp", "0x" + Long.toHexString(begin));
  }
}
