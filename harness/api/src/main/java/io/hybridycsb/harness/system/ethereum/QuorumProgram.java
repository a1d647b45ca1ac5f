package io.hybridycsb.harness.system.ethereum;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;

/** GoQuorum: a geth with Raft, IBFT and QBFT. */
public final class QuorumProgram {
  private static final String BUILT_VERSION = "22.7.4";

  public static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "GoQuorum",
          // Its own name is geth, as that of BlockchainDB's.
          List.of("geth-quorum"),
          "quorum.program",
          "QUORUM",
          new GoProgram.Version(
              "version",
              "(?m)^Quorum Version: ([0-9]+\\.[0-9]+\\.[0-9]+)",
              "22.7",
              BUILT_VERSION,
              // Older ones don't know the linker's flag below.
              "1.23"),
          new GoProgram.Source(
                  List.of("github.com/ethereum/go-ethereum/cmd/geth"),
                  GoModule.named("quorum"),
                  // One of its libraries reaches into the runtime, which newer linkers refuse.
                  List.of("-trimpath", "-ldflags=-checklinkname=0 -s -w"))
              .withC());

  private QuorumProgram() {}
}
