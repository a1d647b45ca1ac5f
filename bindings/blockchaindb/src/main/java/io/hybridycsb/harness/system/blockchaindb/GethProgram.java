package io.hybridycsb.harness.system.blockchaindb;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/** The last geth that can seal blocks by proof of authority. */
final class GethProgram {
  private static final String BUILT_VERSION = "1.13.15";

  static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          "geth",
          List.of("geth"),
          "geth.program",
          "GETH",
          "version",
          Pattern.compile("(?m)^Version: ([0-9]+\\.[0-9]+\\.[0-9]+)"),
          "1.13",
          BUILT_VERSION,
          // Older ones don't know the linker's flag below.
          "1.23",
          new GoProgram.Source(
              List.of("github.com/ethereum/go-ethereum/cmd/geth"),
              GoModule.named("geth"),
              // One of its libraries reaches into the runtime, which newer linkers refuse.
              List.of("-trimpath", "-ldflags=-checklinkname=0 -s -w")));

  private GethProgram() {}
}
