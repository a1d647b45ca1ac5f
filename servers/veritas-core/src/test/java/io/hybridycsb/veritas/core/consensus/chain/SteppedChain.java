package io.hybridycsb.veritas.core.consensus.chain;

/** The parts of a {@link ChainConsensus}, moved by hand where its threads would move them. */
public final class SteppedChain {
  private final Packer packer;
  private final ReadChecks readChecks;

  public SteppedChain(ChainConsensus consensus) {
    packer = (Packer) consensus.threads().get("packer");
    readChecks = (ReadChecks) consensus.threads().get("read-checks");
  }

  /** Admits the commits that came, and answers calls whose time is up. */
  public void admit() throws InterruptedException {
    packer.step(0);
  }

  /** Answers a check of reads. */
  public void checkReads() throws InterruptedException {
    readChecks.step(0);
  }
}
