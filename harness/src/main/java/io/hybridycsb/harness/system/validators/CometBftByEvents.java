package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.system.programs.ChangedModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import io.hybridycsb.harness.system.programs.Otherwise;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cometbft whose validators look for what a peer lacks when there is news. The published one
 * looks every {@code peer_gossip_sleep_duration}, and copies its state every 100 µs for that. What
 * is decided, and what is sent, is as published; so is all of the source but the changed places.
 */
final class CometBftByEvents {
  private static final GoProgram.Description PUBLISHED = CometBftProgram.DESCRIPTION;

  private static final ChangedModule CHANGED =
      new ChangedModule(
          "github.com/cometbft/cometbft",
          ChangedModule.edits(ours("gossip.diff")),
          Map.of(
              "consensus/gossip.go", ours("gossip.go"),
              "libs/news/news.go", ours("news.go"),
              "libs/news/news_test.go", ours("news_test.go")),
          List.of("libs/news"));

  static final GoProgram.Description DESCRIPTION =
      new GoProgram.Description(
          PUBLISHED.title(),
          PUBLISHED.names(),
          PUBLISHED.option(),
          PUBLISHED.variable(),
          PUBLISHED.versionArgument(),
          PUBLISHED.version(),
          PUBLISHED.series(),
          // As gossip.diff has it.
          PUBLISHED.builtVersion() + "-events.1",
          PUBLISHED.goVersion(),
          PUBLISHED.source().with(CHANGED),
          Optional.of(new Otherwise(CometBft.GOSSIP + "=" + CometBft.POLLING, PUBLISHED)));

  private CometBftByEvents() {}

  private static String ours(String file) {
    return Resource.text(CometBftByEvents.class, "cometbft-events/" + file);
  }
}
