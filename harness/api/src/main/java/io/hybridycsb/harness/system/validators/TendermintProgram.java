package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/** The one tendermint that BigchainDB 2.2.2 works with. */
final class TendermintProgram {
  private static final String VERSION = "0.31.5";

  static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          "Tendermint",
          List.of("tendermint"),
          "tendermint.program",
          "TENDERMINT",
          "version",
          Pattern.compile("^v?([0-9]+\\.[0-9]+\\.[0-9]+)"),
          VERSION,
          VERSION,
          "1.18",
          new GoProgram.Source(
              List.of("github.com/tendermint/tendermint/cmd/tendermint"),
              GoModule.named("tendermint"),
              List.of("-trimpath")));

  private TendermintProgram() {}
}
