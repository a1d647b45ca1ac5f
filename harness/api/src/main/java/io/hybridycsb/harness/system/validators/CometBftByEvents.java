package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.system.programs.ChangedModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.Map;

/**
 * A cometbft whose validators look for what a peer lacks when there is news. The published one
 * looks every {@code peer_gossip_sleep_duration}, and copies its state every 100 µs for that. What
 * is decided, and what is sent, is as published; so is all of the source but the changed places.
 */
final class CometBftByEvents {
  private static final GoProgram.Description PUBLISHED = CometBftProgram.PROGRAM;

  private static final ChangedModule CHANGED =
      new ChangedModule(
          "github.com/cometbft/cometbft",
          ChangedModule.edits(ours("gossip.diff")),
          Map.of(
              "consensus/gossip.go", ours("gossip.go"),
              "libs/news/news.go", ours("news.go"),
              "libs/news/news_test.go", ours("news_test.go")),
          List.of("libs/news"));

  static final GoProgram.Description PROGRAM =
      PUBLISHED.variant(
          // As gossip.diff has it.
          PUBLISHED.builtVersion() + "-events.1",
          PUBLISHED.source().with(CHANGED),
          CometBft.GOSSIP + "=" + CometBft.POLLING);

  private CometBftByEvents() {}

  private static String ours(String file) {
    return Resource.text(CometBftByEvents.class, "cometbft-events/" + file);
  }
}
