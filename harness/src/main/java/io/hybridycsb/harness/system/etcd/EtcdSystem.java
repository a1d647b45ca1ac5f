package io.hybridycsb.harness.system.etcd;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Components;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.Pace;
import io.hybridycsb.harness.system.PeerCertificate;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.StoredPart;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.programs.JvmFlags;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** etcd: members that replicate one log by Raft. */
public final class EtcdSystem implements SystemDescription {
  private static final String NAME = "etcd";
  private static final String FLAGS_PREFIX = "etcd.";
  static final String PEER = "-peer";
  private static final String FSYNC = "fsync";

  /** Of the user, and the secret by which members sign who has logged in. */
  private static final String PASSWORD = "etcd";

  private static final String TOKENS = "etcd-tokens";

  /** Options that are flags of etcd under another name. */
  private static final Map<String, String> FLAGS =
      Map.of(
          "snapshot.count", "snapshot-count",
          "heartbeat.ms", "heartbeat-interval",
          "election.ms", "election-timeout",
          "quota.bytes", "quota-backend-bytes",
          "request.bytes.max", "max-request-bytes");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "etcd members, one log replicated by Raft (SIGMOD'21)";
  }

  /** As in the paper; one more would tolerate no more losses. */
  @Override
  public int nodesDefault() {
    return 3;
  }

  @Override
  public List<SystemOption> options() {
    return List.of(
        SystemOption.program(EtcdProgram.DESCRIPTION, "the etcd to run"),
        SystemOption.choice(
            FSYNC, List.of("true", "false"), "whether a member syncs its log before it answers"),
        SystemOption.integer(
            "snapshot.count", "100000", 100, 100_000_000, "writes between two snapshots"),
        SystemOption.integer("heartbeat.ms", "100", 1, 10_000, "between two heartbeats"),
        SystemOption.integer(
            "election.ms", "1000", 10, 50_000, "without a heartbeat until there is an election"),
        SystemOption.integer(
            "quota.bytes",
            Long.toString(8L << 30),
            1L << 20,
            1L << 40,
            "bytes that a member's database may have, old revisions included"),
        SystemOption.integer(
            "request.bytes.max", "1572864", 1024, 100L << 20, "bytes of a request, at most"),
        SystemOption.text(
            FLAGS_PREFIX + "*",
            "",
            "any other flag of etcd, as in etcd.auto-compaction-retention"));
  }

  @Override
  public Pace pace() {
    return new Pace(5, 1_000, 4_000);
  }

  @Override
  public List<StoredPart> storedParts() {
    return List.of(StoredPart.state("node", "data/member/snap"));
  }

  @Override
  public Optional<Components> components() {
    return Optional.of(
        Components.inseparable("an etcd node is one process, log and database included"));
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(new EtcdRevisions(servers));
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    PlanParts plan = new PlanParts();
    Path program = plan.program(EtcdProgram.DESCRIPTION, context);
    List<String> names = NodeNames.of(context.nodes());
    String members =
        names.stream()
            .map(name -> name + "=" + peerUrl(context, name))
            .collect(Collectors.joining(","));
    names.forEach(name -> plan.processes().add(member(context, program, name, members)));
    plan.processes().set(0, askingForPasswords(plan.processes().get(0), context));
    Map<String, String> client =
        Map.of(
            "etcd.user",
            EtcdAuthentication.USER,
            "etcd.password",
            context.password(PASSWORD),
            "etcd.endpoints",
            names.stream().map(context::address).collect(Collectors.joining(",")));
    return plan.finish(context, client, BindingCommands.of(context, NAME));
  }

  /** The same member, which turns authentication on for all when they first serve. */
  private static ProcessSpec askingForPasswords(ProcessSpec member, PlanContext context) {
    List<String> command =
        List.of(
            context.home().java(),
            "-XX:+UseSerialGC",
            JvmFlags.SHORT_LIVED,
            "-cp",
            context.home().harnessClassPath(),
            EtcdAuthentication.class.getName(),
            Integer.toString(context.ports().port(member.name())),
            context.passwordFile(PASSWORD).toString());
    return member.withSetup(
        List.of(), List.of(new SetupCommand("turn-authentication-on", command)));
  }

  private static String peer(String name) {
    return name + PEER;
  }

  /** Where the others find a member, which has one address for all of them. */
  private static String peerUrl(PlanContext context, String name) {
    return "https://" + context.links().addressForAll(name, peer(name));
  }

  private static ProcessSpec member(
      PlanContext context, Path program, String name, String members) {
    int port = context.ports().port(name);
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.add("--name=" + name);
    command.add("--data-dir=" + context.directoryOf(name).resolve("data"));
    command.add("--listen-client-urls=http://" + context.address(name));
    command.add("--advertise-client-urls=http://" + context.address(name));
    command.add("--listen-peer-urls=https://" + context.address(peer(name)));
    command.add("--initial-advertise-peer-urls=" + peerUrl(context, name));
    command.add("--initial-cluster=" + members);
    command.add("--initial-cluster-token=" + context.directory().getFileName());
    PeerCertificate.Pem peers = PeerCertificate.of(context).pem();
    command.add("--peer-cert-file=" + peers.certificate());
    command.add("--peer-key-file=" + peers.key());
    command.add("--peer-trusted-ca-file=" + peers.certificate());
    command.add("--peer-client-cert-auth=true");
    // Signed tokens: a member that starts again knows them, and needs no others to check them.
    context.password(TOKENS);
    command.add(
        "--auth-token=jwt,sign-method=HS256,ttl=87600h,priv-key=" + context.passwordFile(TOKENS));
    // A random password of 128 bits needs no slow hash.
    command.add("--bcrypt-cost=4");
    command.addAll(flags(context.settings()));
    return context.process(
        name,
        "node",
        0,
        command,
        // A member is healthy if it can read linearizably: it has caught up and has a leader.
        new Readiness.AnswersHttp("127.0.0.1", port, "/health"),
        peer(name));
  }

  private static List<String> flags(Settings settings) {
    List<String> flags = new ArrayList<>();
    FLAGS.forEach((option, flag) -> flags.add("--" + flag + "=" + settings.get(option)));
    if (settings.get(FSYNC).equals("false")) {
      flags.add("--unsafe-no-fsync=true");
    }
    settings.flags(FLAGS_PREFIX).forEach((flag, value) -> flags.add("--" + flag + "=" + value));
    flags.sort(null);
    return flags;
  }
}
