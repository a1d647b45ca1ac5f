package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/** A cometbft of the series 0.38. */
public final class CometBftProgram {
  public static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          "CometBFT",
          List.of("cometbft"),
          "cometbft.program",
          "COMETBFT",
          "version",
          Pattern.compile("^v?([0-9]+\\.[0-9]+\\.[0-9]+)"),
          "0.38",
          "0.38.26",
          "1.22",
          new GoProgram.Source(
              List.of("github.com/cometbft/cometbft/cmd/cometbft"),
              GoModule.named("cometbft"),
              List.of()));

  private CometBftProgram() {}
}
