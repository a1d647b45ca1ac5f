package io.hybridycsb.harness.system;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the harness has to know of a system beside its processes: the file {@code NAME.yaml} beside
 * its description. docs/extending.md has its names.
 *
 * @param place its place in lists, and in the order of colours and markers in figures
 * @param description one line for lists
 * @param nodes how many it may have
 * @param quickstart how much a quickstart does
 * @param pace its expected speed, for plans of experiments
 * @param answers what clients may count on
 * @param measured what the harness measures inside its servers
 * @param experiments what experiments mean to it: below the name of a file's {@code gather}, its
 *     {@code means}, {@code overrides} and {@code quick}
 */
public record SystemData(
    @JsonProperty(required = true) int place,
    @JsonProperty(required = true) String description,
    Nodes nodes,
    Quickstart quickstart,
    Pace pace,
    Answers answers,
    Measured measured,
    ObjectNode experiments) {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .addModule(new Jdk8Module())
          .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .build();
  private static final Map<String, SystemData> READ = new ConcurrentHashMap<>();

  public SystemData {
    nodes = nodes == null ? new Nodes(null, null, null) : nodes;
    quickstart = quickstart == null ? new Quickstart(null, null) : quickstart;
    pace = pace == null ? new Pace(15, 200, 1_000) : pace;
    answers = answers == null ? new Answers(null, false, false, false, null) : answers;
    measured = measured == null ? new Measured(null, null, null) : measured;
    experiments = experiments == null ? JsonNodeFactory.instance.objectNode() : experiments;
  }

  /**
   * The numbers that {@code --nodes} takes.
   *
   * @param max 1 for what isn't replicated
   * @param usual if {@code --nodes} isn't given
   */
  public record Nodes(Integer min, Integer max, Integer usual) {
    private static final int USUAL = 4;

    public Nodes {
      min = min == null ? 1 : min;
      max = max == null ? Integer.MAX_VALUE : max;
      usual = usual == null ? Math.min(USUAL, max) : usual;
    }

    /** The maximum in words, for messages. */
    public String atMost() {
      return max == 1 ? "1 node, since nothing is replicated" : max + " nodes at most";
    }
  }

  /** The records and the client threads of a quickstart, unless given. */
  public record Quickstart(Long records, Integer threads) {
    public Quickstart {
      records = records == null ? 10_000 : records;
      threads = threads == null ? 64 : threads;
    }
  }

  /**
   * A system's expected speed, before anything is measured: four nodes on four otherwise idle
   * cores. Figures are rounded from docs/performance.md and docs/systems/.
   *
   * @param startSeconds until all nodes serve
   * @param loadsPerSecond inserts on a new cluster
   * @param operationsPerSecond of workload A
   */
  public record Pace(double startSeconds, double loadsPerSecond, double operationsPerSecond) {}

  /**
   * What clients may count on.
   *
   * @param commitMode how writes are acknowledged
   * @param keepHistory whether {@code get} can tell what a record was at an earlier height
   * @param mixInstants whether rows of one scan may be of different instants, or uncommitted
   * @param stayUnknown whether outcomes of writes may stay unknown even without failures, as with
   *     several writers of one record
   * @param promises what one chooses a system by
   */
  public record Answers(
      CommitMode commitMode,
      boolean keepHistory,
      boolean mixInstants,
      boolean stayUnknown,
      Promises promises) {
    public Answers {
      commitMode = commitMode == null ? new CommitMode("", "sync", Map.of()) : commitMode;
      promises = promises == null ? new Promises(null, null, null, null, null) : promises;
    }
  }

  /**
   * What one chooses a system by, in a few words each, with the defaults of its options.
   *
   * @param replication what is replicated, and how, as reports filter it; empty if nobody tells, as
   *     is each of the others
   * @param failures crashes or Byzantine
   * @param trusts whom one must trust
   * @param proves what is proved to a client or an auditor
   * @param oneDeadNode what one dead node costs
   */
  public record Promises(
      String replication, String failures, String trusts, String proves, String oneDeadNode) {
    public Promises {
      replication = replication == null ? "" : replication;
      failures = failures == null ? "" : failures;
      trusts = trusts == null ? "" : trusts;
      proves = proves == null ? "" : proves;
      oneDeadNode = oneDeadNode == null ? "" : oneDeadNode;
    }
  }

  /**
   * How writes are acknowledged: {@code sync} is when they are committed, {@code async} when they
   * are accepted. BlockchainDB has {@code block}, {@code depth:K} or {@code pool}.
   *
   * @param property the binding's property that says it
   * @param usual its default
   * @param means the mode of each value of the property that has another name
   */
  public record CommitMode(String property, String usual, Map<String, String> means) {
    public CommitMode {
      means = means == null ? Map.of() : Map.copyOf(means);
    }

    /** The mode of a run with these YCSB properties. */
    public String of(Map<String, String> ycsbProperties) {
      String value = ycsbProperties.getOrDefault(property, usual);
      return means.getOrDefault(value, value);
    }
  }

  /**
   * What the harness measures inside a system's servers.
   *
   * @param components of its processes; empty if its nodes time their components themselves, in
   *     metrics on a port whose use ends in {@code -metrics}
   * @param stored the files that hold only state, or only ledger; empty if these can't be told
   *     apart
   * @param blocks what counts decided blocks, if its nodes tell
   */
  public record Measured(
      Optional<Components> components, List<StoredPart> stored, Optional<Blocks> blocks) {
    public Measured {
      components = components == null ? Optional.empty() : components;
      stored = stored == null ? List.of() : List.copyOf(stored);
      blocks = blocks == null ? Optional.empty() : blocks;
    }
  }

  /**
   * The components of a system as far as they can be told apart by the processor time of processes.
   *
   * @param byRole the component of each role's processes; empty if one process holds all components
   * @param because which process stands for which component, or why none does
   */
  public record Components(Map<String, String> byRole, String because) {
    public Components {
      byRole = byRole == null ? Map.of() : Map.copyOf(byRole);
    }

    /** The same in a sentence for people. */
    public String explanation() {
      return (byRole.isEmpty()
              ? "not separable: "
              : "processor time of processes, seen from outside, not time of operations: ")
          + because;
    }
  }

  /**
   * Files that hold only state, or only ledger.
   *
   * @param kind which of both
   * @param role of the processes that have them
   * @param directory within each process' own
   */
  public record StoredPart(Kind kind, String role, String directory) {
    /** What is stored. */
    public enum Kind {
      /** The newest value of each key, and what finds it. */
      STATE,
      /** All transactions, in their order. */
      LEDGER
    }
  }

  /**
   * What counts decided blocks.
   *
   * @param metric the name of a node's metric
   * @param spread whether a node may show blocks of some chains only, so that all must be asked
   */
  public record Blocks(String metric, boolean spread) {}

  /**
   * Reads a system's file.
   *
   * @throws HarnessException if there is none beside its class, or it has unknown names
   */
  static SystemData of(SystemDescription system) {
    return READ.computeIfAbsent(
        system.getClass().getName() + " " + system.name(), unread -> read(system));
  }

  private static SystemData read(SystemDescription system) {
    String file = system.name() + ".yaml";
    try (InputStream in = system.getClass().getResourceAsStream(file)) {
      if (in == null) {
        throw new HarnessException(
            "there is no %s beside %s".formatted(file, system.getClass().getName()));
      }
      return YAML.treeToValue(YamlText.read(in), SystemData.class);
    } catch (IOException e) {
      throw new HarnessException(
          "%s beside %s: %s"
              .formatted(
                  file,
                  system.getClass().getName(),
                  e.getMessage().lines().findFirst().orElse("it can't be read")),
          e);
    }
  }
}
