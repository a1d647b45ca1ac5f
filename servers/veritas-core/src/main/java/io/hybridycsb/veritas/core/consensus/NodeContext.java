package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.ledger.BlockExecutor;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.read.AppliedHeight;
import io.hybridycsb.veritas.core.read.ReadGate;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.state.SelfHealingStore;
import io.hybridycsb.veritas.core.state.StateRecovery;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Failure;

/** What a node gives to its consensus. */
public record NodeContext(Self self, Data data, Clients clients, StageTimes times) {

  /**
   * Who the node is, and what it lets in.
   *
   * @param checker knows the cluster's clients and the limits of their transactions
   */
  public record Self(
      ClusterConfig cluster,
      String name,
      SigningKey key,
      NodeOptions options,
      TransactionChecker checker) {

    /** What it judges transactions by. */
    public ClusterRules rules() {
      return ClusterRules.of(cluster, options.limits());
    }
  }

  /**
   * The ledger and the state that follows from it.
   *
   * @param tree over the state
   * @param state for the one thread that executes
   * @param store the state store, for any thread
   */
  public record Data(
      Ledger ledger,
      SparseMerkleTree tree,
      StateView state,
      SelfHealingStore store,
      BlockExecutor executor) {

    /**
     * Opens a node's databases, the state store brought up to the ledger.
     *
     * @param states what an empty state store begins with
     * @throws StoreException if the ledger is damaged or a database can't be reached
     */
    public static Data open(
        LedgerStore ledgerStore,
        StateStore stateStore,
        StateSource states,
        NodeOptions options,
        StageTimes times) {
      Ledger ledger = new Ledger(ledgerStore);
      StateRecovery.run(ledger, stateStore, states);
      SparseMerkleTree tree = ledger.openTree(options.versionsRetained());
      SelfHealingStore store = new SelfHealingStore(stateStore, ledger, states, times);
      StateView state = new StateView(store, options.stateCacheBytes());
      BlockExecutor executor =
          new BlockExecutor(
              ledger,
              state,
              store::apply,
              tree,
              options.limits().valueBytesMax(),
              options.historyBlocks(),
              times);
      return new Data(ledger, tree, state, store, executor);
    }
  }

  /**
   * What clients wait for.
   *
   * @param commits queue of new commits: over a log the proposer takes them, over a chain the
   *     packer
   * @param waiters the calls that wait for undecided transactions
   * @param applied the height that reads may wait for
   * @param gate where reads wait for the writers of their keys
   */
  public record Clients(
      BoundedQueue<Call> commits, CommitWaiters waiters, AppliedHeight applied, ReadGate gate) {
    private static final int COMMITS_MAX = 8192;
    private static final int COMMITS_BYTES_MAX = 64 << 20;

    /** Puts a commit into the queue, or answers it at once if the queue is full. Never waits. */
    public void commit(Call call) {
      if (!commits.offer(call)) {
        call.fail(
            Failure.Code.BUSY,
            "%s commits, or %s bytes of them, wait for this node, the most allowed"
                .formatted(COMMITS_MAX, COMMITS_BYTES_MAX));
      }
    }

    /** Nobody waits yet, at a node whose ledger has this height. */
    public static Clients at(long height) {
      return new Clients(
          new BoundedQueue<>(
              COMMITS_MAX, COMMITS_BYTES_MAX, call -> call.request().getSerializedSize()),
          new CommitWaiters(),
          new AppliedHeight(height),
          new ReadGate());
    }
  }
}
