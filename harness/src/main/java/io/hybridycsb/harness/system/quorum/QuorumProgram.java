package io.hybridycsb.harness.system.quorum;

import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/** GoQuorum: a geth with Raft, IBFT and QBFT. */
public final class QuorumProgram {
  private static final String BUILT_VERSION = "22.7.4";

  /** GoQuorum calls its module by the name of the one that it is a copy of. */
  private static final String MODULE =
      """
      module hybridycsb/quorum

      go 1.15

      require github.com/ethereum/go-ethereum v0.0.0

      replace github.com/ethereum/go-ethereum => github.com/ConsenSys/quorum v0.0.0-20221208112643-d318a5aa973a

      replace github.com/coreos/etcd => github.com/Consensys/etcd v3.3.13-quorum197+incompatible
      """;

  public static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          "GoQuorum",
          // Its own name is geth, as that of BlockchainDB's.
          List.of("geth-quorum"),
          "quorum.program",
          "QUORUM",
          "version",
          Pattern.compile("(?m)^Quorum Version: ([0-9]+\\.[0-9]+\\.[0-9]+)"),
          "22.7",
          BUILT_VERSION,
          // Older ones don't know the linker's flag below.
          "1.23",
          new GoProgram.Source(
              List.of("github.com/ethereum/go-ethereum/cmd/geth"),
              MODULE,
              // One of its libraries reaches into the runtime, which newer linkers refuse.
              List.of("-mod=mod", "-trimpath", "-ldflags=-checklinkname=0 -s -w"),
              true));

  private QuorumProgram() {}
}
