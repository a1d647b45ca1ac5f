package io.hybridycsb.harness.system.validators;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.programs.GoProgram;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Chains of CometBFT 0.38. */
public final class CometBft {
  private static final String BLOCK_BYTES_MAX = "cometbft.block.bytes.max";
  static final String GOSSIP = "cometbft.gossip";
  static final String POLLING = "polling";

  private CometBft() {}

  public static List<Property<?>> options() {
    return List.of(
        CometBftProgram.PROGRAM.asOption("the cometbft to run"),
        Property.choice(
            GOSSIP,
            List.of("events", POLLING),
            "when validators of a cometbft that is built look for what others lack; polling: as"
                + " published"),
        Property.number(
                BLOCK_BYTES_MAX,
                Long.toString(CometBftGenesis.BLOCK_BYTES_MAX_DEFAULT),
                1L << 20,
                100L << 20,
                "bytes of a block of the chain, at most")
            .fixed(),
        Property.any(
            "cometbft.",
            "any setting of CometBFT's config.toml, as in cometbft.consensus.timeout_propose"));
  }

  /** A chain on this machine, whose validators' keys are made unless they exist. */
  public static ValidatorChain chain(List<String> names, Mempool mempool, PlanContext context) {
    long blockBytesMax = context.settings().getLong(BLOCK_BYTES_MAX);
    GoProgram.Description program =
        context.settings().get(GOSSIP).equals(POLLING)
            ? CometBftProgram.PROGRAM
            : CometBftProgram.BY_EVENTS;
    return new ValidatorChain(kind(program, blockBytesMax, mempool), names, context);
  }

  /** A chain whose processes other tools start. */
  public static ValidatorContainers containers(Mempool mempool, ClusterFiles files) {
    return new ValidatorContainers(
        kind(CometBftProgram.PROGRAM, CometBftGenesis.BLOCK_BYTES_MAX_DEFAULT, mempool),
        files,
        Collections.emptySortedMap());
  }

  /**
   * The files of a validator that starts with its keys but without data.
   *
   * @param application as for {@link ValidatorChain#addTo}
   * @param progress takes a line that says where the validator gets the state from
   */
  public static Map<Path, String> freshFiles(
      ValidatorChain chain, String name, String application, Consumer<String> progress) {
    Optional<CometBftStateSync> sync = CometBftStateSync.find(chain.rpcOfOthers(name));
    progress.accept(
        sync.isPresent()
            ? name + " gets the state from a snapshot of the others"
            : name + " replays the chain from its first block: no other has a snapshot");
    return chain.config(name, application, sync.orElse(CometBftStateSync.NONE).values());
  }

  /** Fails if a block is too small for a transaction that another option allows. */
  public static void requireRoomFor(String option, Settings settings) {
    if (!settings.isSet(option)) {
      return;
    }
    long bytes = settings.getLong(option);
    long max = settings.getLong(BLOCK_BYTES_MAX) - CometBftGenesis.BLOCK_OVERHEAD_BYTES;
    if (bytes > max) {
      throw new HarnessException(
          "%s is %d, but a block has room for %d bytes; raise %s as well"
              .formatted(option, bytes, max, BLOCK_BYTES_MAX));
    }
  }

  private static ChainKind kind(
      GoProgram.Description program, long blockBytesMax, Mempool mempool) {
    Map<String, Object> values = new HashMap<>(CometBftStateSync.NONE.values());
    values.putAll(mempool.values());
    return new ChainKind(
        program,
        "start",
        values,
        CometBftKeys.nothingSigned(),
        genesis -> CometBftGenesis.addTo(genesis, blockBytesMax));
  }
}
