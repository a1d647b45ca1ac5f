package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The one tendermint that BigchainDB 2.2.2 works with. */
final class TendermintProgram {
  private static final String VERSION = "0.31.5";

  /**
   * This version is older than Go's modules. Its dependencies are those of its next release, with
   * versions of Go's own libraries that a current Go can compile.
   */
  private static final String MODULE =
      Template.fill(TendermintProgram.class, "tendermint-go.mod", Map.of("version", VERSION));

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
              MODULE,
              List.of("-mod=mod", "-trimpath")));

  private TendermintProgram() {}
}
