package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import java.util.List;
import java.util.function.LongSupplier;

/** The parts of {@link LogConsensus}, moved by hand where its threads would move them. */
public final class SteppedConsensus {
  private final LogConsensus consensus;
  private final ReplicaLoop loop;
  private final Proposer proposer;

  public SteppedConsensus(NodeContext node, SharedLog log, ApprovalRule rule, LongSupplier clock) {
    consensus = new LogConsensus(node, log, rule, clock);
    loop = (ReplicaLoop) consensus.threads().get("replica");
    proposer = (Proposer) consensus.threads().get("proposer");
  }

  /** Reads what the log gives at once, answers, and appends what is due. */
  public void replicate() throws InterruptedException {
    loop.step(0);
  }

  /** Admits at most one commit, if its block has room. */
  public void propose() throws InterruptedException {
    proposer.step(0);
  }

  /** What one of the consensus' own threads runs. */
  Runnable replica() {
    return loop;
  }

  /** What the other one runs. */
  Runnable proposer() {
    return proposer;
  }

  public void checkReads(Call call, List<Read> reads) {
    consensus.checkReads(call, reads);
  }

  public boolean isCaughtUp() {
    return consensus.isCaughtUp();
  }

  public Certificate newest() {
    return consensus.certificates().newest();
  }
}
