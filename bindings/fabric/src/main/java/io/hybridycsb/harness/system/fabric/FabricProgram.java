package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;

/** Hyperledger Fabric's programs, of the series 3.1. */
final class FabricProgram {
  static final String COMMANDS = "github.com/hyperledger/fabric/cmd/";
  private static final List<String> NAMES =
      List.of("peer", "orderer", "cryptogen", "configtxgen", "osnadmin");

  static final GoModule MODULE = GoModule.named("fabric");

  static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "Hyperledger Fabric",
          NAMES,
          "fabric.program",
          "FABRIC_PEER",
          new GoProgram.Version(
              "version", "Version: v?([0-9]+\\.[0-9]+\\.[0-9]+)", "3.1", "3.1.1", "1.24"),
          new GoProgram.Source(
              NAMES.stream().map(COMMANDS::concat).toList(), MODULE, flags("v3.1.1")));

  private FabricProgram() {}

  /** Those of the build, and the version that the programs tell. */
  static List<String> flags(String version) {
    return List.of(
        "-trimpath",
        "-ldflags",
        "-s -w -X github.com/hyperledger/fabric/common/metadata.Version=" + version);
  }
}
