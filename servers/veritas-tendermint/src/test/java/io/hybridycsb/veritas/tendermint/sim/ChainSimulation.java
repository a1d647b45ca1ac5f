package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.sim.NaiveTree;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.ForwardRequest;
import io.hybridycsb.veritas.proto.Request;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The nodes of a chain, their clients and their misfortunes, all drawn from one seed. Whatever a
 * node executes, keeps or says is checked at once.
 */
final class ChainSimulation implements AutoCloseable {
  private static final int[] HISTORY_BLOCKS = {0, 3, 10_000};
  private static final int CLIENTS = 2;
  private static final int SETTLE_ROUNDS_MAX = 3_000;
  private static final int TRANSACTION_BYTES_MAX = 1_200;
  private static final int OPERATIONS_MAX = 5;
  private static final int VALUE_BYTES_MAX = 900;

  private final Random random;
  private final List<ChainNode> nodes = new ArrayList<>();
  private final SimulatedChain chain;
  private final ChainAudit audit;
  private final ChainClients clients;
  private final Adversary adversary;
  private final Misfortunes misfortunes;
  private final long chainBytesMax;
  private final List<Forwarded> underway = new ArrayList<>();
  private boolean settling;

  /** What a node has sent to another. */
  private record Forwarded(ChainNode to, ForwardRequest transactions) {}

  /**
   * @param directory where nodes may keep what takes a file
   */
  ChainSimulation(long seed, Path directory) {
    this(seed, directory, VALUE_BYTES_MAX);
  }

  /**
   * @param valueBytesMax by which node1 judges
   */
  ChainSimulation(long seed, Path directory, int valueBytesMax) {
    // The first numbers of neighbouring seeds are alike otherwise.
    random = new Random(new SplittableRandom(seed).nextLong());
    int nodeCount = 3 + random.nextInt(2);
    ClusterConfig cluster = TestKeys.cluster(ApprovalPolicy.ALL, nodeCount, CLIENTS);
    TransactionLimits limits =
        new TransactionLimits(TRANSACTION_BYTES_MAX, OPERATIONS_MAX, VALUE_BYTES_MAX);
    TransactionChecker checker = new TransactionChecker(cluster, limits);
    ChainOracle oracle = new ChainOracle(checker, VALUE_BYTES_MAX);
    audit = new ChainAudit(oracle);
    chain = new SimulatedChain(validators(nodeCount), oracle);
    clients = new ChainClients(random, audit, 2 + random.nextInt(6), TRANSACTION_BYTES_MAX);
    adversary = new Adversary(random, chain, clients, TRANSACTION_BYTES_MAX);
    chainBytesMax = random.nextBoolean() ? 1 << 20 : 2 * TRANSACTION_BYTES_MAX;
    ChainNode.Setup setup =
        new ChainNode.Setup(
            random,
            cluster,
            checker,
            chain,
            audit,
            directory,
            random.nextBoolean() ? 0 : 1 + random.nextInt(5),
            new ChainNode.Hooks(node -> clients.act(node), this::offer, this::forward));
    NodeOptions options =
        TestContext.withHistory(options(limits), HISTORY_BLOCKS[Math.floorMod(seed, 3)]);
    for (int i = 1; i <= nodeCount; i++) {
      NodeOptions own = i == 1 ? withLimit(options, valueBytesMax) : options;
      nodes.add(new ChainNode("node" + i, TestKeys.node(i), own, setup));
    }
    misfortunes = new Misfortunes(random, nodes, audit);
    nodes.forEach(ChainNode::start);
  }

  /** Some nodes may have no say, and one of the others may have it all. */
  private ValidatorSet validators(int nodeCount) {
    List<Validator> validators = new ArrayList<>();
    int count = random.nextInt(3) > 0 ? nodeCount : 1 + random.nextInt(nodeCount);
    for (int i = 1; i <= count; i++) {
      long power = random.nextInt(5) == 0 ? 10 : 1;
      validators.add(new Validator("node" + i, TestKeys.node(i).publicKey(), power));
    }
    return new ValidatorSet("chain", validators);
  }

  private NodeOptions options(TransactionLimits limits) {
    return new NodeOptions(
        random.nextInt(4) == 0 ? 2 : 100,
        random.nextInt(4) == 0 ? TRANSACTION_BYTES_MAX : 4 << 20,
        5,
        random.nextBoolean() ? 0 : 1 << 20,
        1 + random.nextInt(16),
        0,
        random.nextInt(4) == 0 ? 3 : 50_000,
        limits);
  }

  private static NodeOptions withLimit(NodeOptions o, int valueBytesMax) {
    return new NodeOptions(
        o.blockTransactionsMax(),
        o.blockBytesMax(),
        o.attestIdleMs(),
        o.stateCacheBytes(),
        o.versionsRetained(),
        o.historyBlocks(),
        o.admittedMax(),
        new TransactionLimits(TRANSACTION_BYTES_MAX, OPERATIONS_MAX, valueBytesMax));
  }

  private void forward(ChainNode from, List<CheckedTransaction> admitted) {
    ForwardRequest.Builder transactions = ForwardRequest.newBuilder();
    admitted.forEach(each -> transactions.addTransactions(each.message()));
    for (ChainNode to : nodes) {
      if (to != from) {
        underway.add(new Forwarded(to, transactions.build()));
      }
    }
  }

  List<ChainNode> nodes() {
    return nodes;
  }

  /** Steps with crashes and losses, and with lies. */
  void runWithFaults(int steps) {
    nodes.forEach(node -> node.cometBft().mayDie(true));
    for (int i = 0; i < steps; i++) {
      if (random.nextInt(40) == 0) {
        misfortunes.befall(anyNode());
      } else {
        work(anyNode());
      }
    }
    nodes.forEach(node -> node.cometBft().mayDie(false));
  }

  /** Steps with lies only. */
  void runWithLies(int steps) {
    for (int i = 0; i < steps; i++) {
      work(anyNode());
    }
  }

  private void work(ChainNode node) {
    int action = random.nextInt(100);
    // A process whose CometBFT is gone still answers its clients.
    if (node.isDead() || (!node.isRunning() && random.nextBoolean())) {
      if (action < 20) {
        misfortunes.comeBack(node);
      }
    } else if (action < 30) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        node.follow();
      }
    } else if (action < 50) {
      propose(random.nextInt(8) > 0);
    } else if (action < 75) {
      if (node.isServing()) {
        clients.act(node);
      }
    } else if (action < 82) {
      node.admit();
    } else if (action < 84) {
      node.writeSnapshot();
    } else if (action < 91) {
      node.read();
    } else if (action < 96) {
      deliver(true);
    } else if (action < 97) {
      offer(adversary.anyTransaction());
    } else {
      node.callForTurn();
    }
  }

  /** One of the transactions that nodes have sent to each other arrives, or is lost. */
  private void deliver(boolean mayLose) {
    if (!underway.isEmpty()) {
      Forwarded next = underway.remove(random.nextInt(underway.size()));
      if (next.to().isServing() && !(mayLose && random.nextInt(4) == 0)) {
        next.to()
            .call(
                Request.newBuilder().setForward(next.transactions()),
                Long.MAX_VALUE,
                response -> {});
      }
    }
  }

  /** A transaction of the chain reaches the pools of most nodes. */
  private void offer(byte[] transaction) {
    for (ChainNode node : nodes) {
      if (node.isRunning() && (settling || random.nextInt(4) > 0)) {
        node.cometBft().offer(transaction);
      }
    }
  }

  /** It is some validator's turn; the others vote, and the chain may have a further block. */
  private void propose(boolean honest) {
    List<Validator> validators = chain.validators().validators();
    int turn = random.nextInt(validators.size());
    Validator proposer = validators.get(turn);
    ChainNode node = nodes.get(turn);
    if (!isAtTip(node) || (honest && !mayGoOn(node))) {
      return;
    }
    List<byte[]> transactions =
        honest ? node.cometBft().propose(chainBytesMax) : adversary.block(node.cometBft().pool());
    Block block = chain.proposal(proposer, transactions);
    boolean readable = transactions.stream().allMatch(audit.oracle()::mayStandInABlock);
    assertThat(readable || !honest).as("what %s proposes can be read", node).isTrue();
    long power = 0;
    for (int i = 0; i < validators.size(); i++) {
      if (isAtTip(nodes.get(i))) {
        assertThat(nodes.get(i).abci().processProposal(block))
            .as("vote of %s", nodes.get(i))
            .isEqualTo(readable);
        power += validators.get(i).power();
      }
    }
    if (readable && 3 * power > 2 * chain.validators().totalPower()) {
      chain.decide(proposer, block);
    }
  }

  /** CometBFT makes the first block, one after a new application hash, and those of its pool. */
  private boolean mayGoOn(ChainNode proposer) {
    long height = chain.height();
    return height == 0
        || audit.oracle().height(height) > audit.oracle().height(height - 1)
        || !proposer.cometBft().pool().isEmpty();
  }

  private boolean isAtTip(ChainNode node) {
    return node.isRunning() && node.cometBft().isAtTip();
  }

  private ChainNode anyNode() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  /** No more faults: all nodes come back, and everything that was ever asked must be decided. */
  void settle() {
    settling = true;
    for (int round = 0; !isSettled(); round++) {
      assertThat(round)
          .as("rounds until all is decided: " + describe())
          .isLessThan(SETTLE_ROUNDS_MAX);
      propose(true);
      for (ChainNode node : nodes) {
        if (!node.isRunning()) {
          misfortunes.start(node);
        }
        while (node.isRunning() && !node.cometBft().isAtTip()) {
          node.follow();
        }
        node.follow();
        if (node.isServing() && round % 10 == 0) {
          clients.resubmitAll(node);
        }
        deliver(false);
        node.admit();
        node.callForTurn();
        node.read();
      }
    }
    nodes.forEach(audit::checkEnd);
    settling = false;
  }

  private boolean isSettled() {
    return clients.undecided() == 0
        && underway.isEmpty()
        && nodes.stream().allMatch(node -> isAtTip(node) && node.isServing());
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    text.append(clients.undecided()).append(" undecided, ");
    text.append(underway.size()).append(" underway, the chain is at ").append(chain.height());
    for (ChainNode node : nodes) {
      text.append(", ").append(node).append(node.isRunning() ? " runs at " : " is at ");
      text.append(node.ledgerStore().height());
    }
    return text.toString();
  }

  /** Removes the files of the nodes. */
  @Override
  public void close() {
    nodes.forEach(ChainNode::deleteSnapshots);
  }

  /** The chain, what clients were told, and how the seed went on. */
  byte[] traceHash() {
    String trace = clients.told().values() + describe() + random.nextLong();
    return NaiveTree.sha256(chain.hash(), trace.getBytes(StandardCharsets.UTF_8));
  }
}
