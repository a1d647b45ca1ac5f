package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import io.hybridycsb.settings.Property;
import java.util.List;
import java.util.Map;

/** Chains of Tendermint 0.31. */
public final class Tendermint {
  private static final String BUILT_VERSION = "0.31.5";

  /** The one tendermint that BigchainDB 2.2.2 works with. */
  static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "Tendermint",
          List.of("tendermint"),
          "tendermint.program",
          "TENDERMINT",
          new GoProgram.Version(
              "version", "^v?([0-9]+\\.[0-9]+\\.[0-9]+)", BUILT_VERSION, BUILT_VERSION, "1.18"),
          new GoProgram.Source(
              List.of("github.com/tendermint/tendermint/cmd/tendermint"),
              GoModule.named("tendermint"),
              List.of("-trimpath")));

  /** Tendermint's own default. */
  private static final int MEMPOOL_CACHE = 10_000;

  private Tendermint() {}

  public static List<Property<?>> options() {
    return List.of(
        PROGRAM.asOption("the tendermint to run"),
        Property.any(
            "tendermint.",
            "any setting of Tendermint's config.toml, as in tendermint.consensus.timeout_commit"));
  }

  /** A chain on this machine, whose validators' keys are made unless they exist. */
  public static ValidatorChain chain(List<String> names, PlanContext context) {
    return new ValidatorChain(kind(names.size()), names, context);
  }

  /** A chain whose processes other tools start. */
  public static ValidatorContainers containers(ClusterFiles files, Settings settings) {
    ChainKind kind = kind(files.nodes());
    return new ValidatorContainers(kind, files, settings.under(kind.settingsPrefix()));
  }

  private static ChainKind kind(int validators) {
    return new ChainKind(
        PROGRAM,
        "node",
        // The number of transactions a validator remembers to take none twice.
        Map.of("cache", validators == 1 ? 0 : MEMPOOL_CACHE),
        // Tendermint has this number as a string.
        CometBftKeys.nothingSigned().put("round", "0"),
        genesis -> {});
  }
}
