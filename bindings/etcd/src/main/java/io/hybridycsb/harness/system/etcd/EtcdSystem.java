package io.hybridycsb.harness.system.etcd;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.http.LoopbackTls;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.Readiness;
import io.hybridycsb.harness.recorded.CountedByServer;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PeerCertificate;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import io.hybridycsb.settings.Property;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** etcd: members that replicate one log by Raft. */
public final class EtcdSystem implements SystemDescription {
  /** An etcd of the series 3.5. */
  static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "etcd",
          List.of("etcd"),
          "etcd.program",
          "ETCD",
          new GoProgram.Version(
              "--version", "^etcd Version: ([0-9]+\\.[0-9]+\\.[0-9]+)", "3.5", "3.5.21", "1.23"),
          new GoProgram.Source(
              List.of("go.etcd.io/etcd/server/v3"), GoModule.named("etcd"), List.of("-trimpath")));

  private static final String NAME = "etcd";
  private static final String FLAGS_PREFIX = "etcd.";
  private static final String PEER = "-peer";
  private static final String FSYNC = "fsync";
  private static final String STATUS = "/v3/maintenance/status";

  /** Properties of the binding. */
  private static final String TLS_CA = "etcd.tls.ca";

  private static final String TLS_CERTIFICATE = "etcd.tls.certificate";
  private static final String TLS_KEY = "etcd.tls.key";

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
  public List<Property<?>> options() {
    return List.of(
        PROGRAM.asOption("the etcd to run"),
        Property.flag(FSYNC, true, "whether a member syncs its log before it answers"),
        Property.number(
            "snapshot.count", "100000", 100, 100_000_000, "writes between two snapshots"),
        Property.number("heartbeat.ms", "100", 1, 10_000, "between two heartbeats"),
        Property.number(
            "election.ms", "1000", 10, 50_000, "without a heartbeat until there is an election"),
        Property.number(
            "quota.bytes",
            Long.toString(8L << 30),
            1L << 20,
            1L << 40,
            "bytes that a member's database may have, old revisions included"),
        Property.number(
            "request.bytes.max", "1572864", 1024, 100L << 20, "bytes of a request, at most"),
        Property.any(FLAGS_PREFIX, "any other flag of etcd, as in etcd.auto-compaction-retention"));
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(
        ycsbProperties.getOrDefault("etcd.read", "linearizable").equals("linearizable")
            ? Model.LINEARIZABLE
            : Model.COMMITTED);
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    LoopbackTls client =
        new LoopbackTls(
            Path.of(servers.client().get(TLS_CA)),
            Path.of(servers.client().get(TLS_CERTIFICATE)),
            Path.of(servers.client().get(TLS_KEY)));
    return Optional.of(
        new CountedByServer(
            RecordedWrites.Kept.BY_ALL_FOREVER,
            "revisions",
            servers.portsBeside(PEER),
            port -> revision(client, port)));
  }

  private static long revision(LoopbackTls client, int port)
      throws IOException, InterruptedException {
    JsonNode revision = client.post(port, STATUS, "{}").at("/header/revision");
    if (revision.isMissingNode()) {
      throw new IOException("a member tells no revision");
    }
    return revision.asLong();
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    PlanParts plan = new PlanParts();
    Path program = plan.program(PROGRAM, context);
    List<String> names = NodeNames.of(context.nodes());
    String members =
        names.stream()
            .map(name -> name + "=" + peerUrl(context, name))
            .collect(Collectors.joining(","));
    names.forEach(name -> plan.processes().add(member(context, program, name, members)));
    PeerCertificate.Pem pem = PeerCertificate.of(context).pem();
    Map<String, String> client =
        Map.of(
            TLS_CA,
            pem.certificate().toString(),
            TLS_CERTIFICATE,
            pem.certificate().toString(),
            TLS_KEY,
            pem.key().toString(),
            "etcd.endpoints",
            names.stream().map(context::address).collect(Collectors.joining(",")));
    return plan.finish(context, client, BindingCommands.of(context, NAME));
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
    command.add("--listen-client-urls=https://" + context.address(name));
    command.add("--advertise-client-urls=https://" + context.address(name));
    command.add("--listen-peer-urls=https://" + context.address(peer(name)));
    command.add("--initial-advertise-peer-urls=" + peerUrl(context, name));
    command.add("--initial-cluster=" + members);
    command.add("--initial-cluster-token=" + context.directory().getFileName());
    PeerCertificate.Pem pem = PeerCertificate.of(context).pem();
    for (String whose : List.of("", "peer-")) {
      command.add("--%scert-file=%s".formatted(whose, pem.certificate()));
      command.add("--%skey-file=%s".formatted(whose, pem.key()));
      command.add("--%strusted-ca-file=%s".formatted(whose, pem.certificate()));
      command.add("--%sclient-cert-auth=true".formatted(whose));
    }
    command.addAll(flags(context.settings()));
    return context.process(
        name,
        "node",
        0,
        command,
        // A member is healthy if it can read linearizably: it has caught up and has a leader.
        new Readiness.AnswersHttps(
            port, "/health", pem.certificate(), pem.certificate(), pem.key()),
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
