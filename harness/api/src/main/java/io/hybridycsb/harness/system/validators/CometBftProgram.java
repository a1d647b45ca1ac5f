package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.system.programs.ChangedModule;
import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A cometbft of the series 0.38. */
public final class CometBftProgram {
  /**
   * Finds the version of a published one, and of one with source of ours, {@code 0.38.26-events.1}.
   */
  static final Pattern VERSION =
      Pattern.compile("^v?([0-9]+\\.[0-9]+\\.[0-9]+(-events\\.[0-9]+)?)");

  /** As published. */
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

  private static final ChangedModule CHANGED =
      new ChangedModule(
          "github.com/cometbft/cometbft",
          ChangedModule.edits(ours("gossip.diff")),
          Map.of(
              "consensus/gossip.go", ours("gossip.go"),
              "libs/news/news.go", ours("news.go"),
              "libs/news/news_test.go", ours("news_test.go")),
          List.of("libs/news"));

  /**
   * One whose validators look for what a peer lacks when there is news. The published one looks
   * every {@code peer_gossip_sleep_duration}, and copies its state every 100 µs for that. What is
   * decided, and what is sent, is as published; so is all of the source but the changed places.
   */
  static final GoProgram.Description BY_EVENTS =
      PROGRAM.variant(
          // As gossip.diff has it.
          PROGRAM.builtVersion() + "-events.1",
          PROGRAM.source().with(CHANGED),
          CometBft.GOSSIP + "=" + CometBft.POLLING);

  private CometBftProgram() {}

  private static String ours(String file) {
    return Resource.text(CometBftProgram.class, "cometbft-events/" + file);
  }
}
