package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.regex.Pattern;

/** A cometbft of the series 0.38, as published. */
public final class CometBftProgram {
  /**
   * Finds the version of a published one, and of one with source of ours, {@code 0.38.26-events.1}.
   */
  static final Pattern VERSION =
      Pattern.compile("^v?([0-9]+\\.[0-9]+\\.[0-9]+(-events\\.[0-9]+)?)");

  public static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "CometBFT",
          List.of("cometbft"),
          "cometbft.program",
          "COMETBFT",
          new GoProgram.Version("version", VERSION, "0.38", "0.38.26", "1.22"),
          new GoProgram.Source(
              List.of("github.com/cometbft/cometbft/cmd/cometbft"),
              GoModule.named("cometbft"),
              List.of()));

  private CometBftProgram() {}
}
