package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.system.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files from which Fabric's own tools make certificates and a channel's first block. */
record FabricConfig(FabricLayout layout, Settings settings) {
  /** The name of the channel's profile in configtx.yaml. */
  static final String PROFILE = "Ycsb";

  /** A peer's {@code ledger.state.stateDatabase}. */
  String stateDatabase() {
    return settings.get(FabricOptions.STATE_STORE);
  }

  /** The input of cryptogen. */
  String crypto() {
    StringBuilder text = new StringBuilder("OrdererOrgs:\n");
    text.append(organisation("Orderers", FabricLayout.ORDERER_DOMAIN, layout.orderers()));
    text.append("PeerOrgs:\n");
    for (String peer : layout.peers()) {
      text.append(
          organisation(FabricLayout.mspOf(peer), FabricLayout.domainOf(peer), List.of(peer)));
      text.append("    Users: {Count: 1}\n");
    }
    return text.toString();
  }

  private String organisation(String name, String domain, List<String> hosts) {
    String specs =
        hosts.stream()
            .map(host -> "      - {Hostname: %s, SANS: [%s]}\n".formatted(host, names(host)))
            .collect(Collectors.joining());
    return "  - Name: %s\n    Domain: %s\n    EnableNodeOUs: true\n    Specs:\n%s"
        .formatted(name, domain, specs);
  }

  /** The further host names of a process. */
  private String names(String process) {
    return Stream.of("127.0.0.1", "localhost", layout.hostForOthers(process))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** The input of configtxgen. */
  String channel() {
    StringBuilder text = new StringBuilder("Organizations:\n");
    text.append(member("Orderers", FabricLayout.ORDERER_MSP, layout.ordererOrganisation()));
    text.append("    OrdererEndpoints:\n");
    layout
        .orderers()
        .forEach(name -> text.append("      - " + layout.addressForOthers(name) + "\n"));
    for (String peer : layout.peers()) {
      String msp = FabricLayout.mspOf(peer);
      text.append(member(msp, msp, layout.peerOrganisation(peer)));
      text.append(
          "    AnchorPeers:\n      - {Host: %s, Port: %d}\n"
              .formatted(layout.hostForOthers(peer), layout.portForOthers(peer)));
    }
    text.append("Profiles:\n  " + PROFILE + ":\n");
    text.append(policies(4, ""));
    text.append("    Capabilities: {V3_0: true}\n");
    text.append("    Orderer:\n");
    text.append(ordering());
    text.append("      Organizations: [*Orderers]\n");
    text.append(policies(6, "        BlockValidation: {Type: ImplicitMeta, Rule: ANY Writers}\n"));
    text.append("      Capabilities: {V2_0: true}\n");
    text.append("    Application:\n      Organizations:\n");
    layout
        .peers()
        .forEach(peer -> text.append("        - *%s\n".formatted(FabricLayout.mspOf(peer))));
    text.append(
        policies(
            6,
            """
                    LifecycleEndorsement: {Type: ImplicitMeta, Rule: MAJORITY Endorsement}
                    Endorsement: {Type: ImplicitMeta, Rule: MAJORITY Endorsement}
            """));
    text.append("      Capabilities: {V2_5: true}\n");
    return text.toString();
  }

  private static String member(String name, String msp, Path organisation) {
    return """
      - &%1$s
        Name: %1$s
        ID: %2$s
        MSPDir: %3$s/msp
        Policies:
          Readers: {Type: Signature, Rule: "OR('%2$s.member')"}
          Writers: {Type: Signature, Rule: "OR('%2$s.member')"}
          Admins: {Type: Signature, Rule: "OR('%2$s.admin')"}
          Endorsement: {Type: Signature, Rule: "OR('%2$s.peer')"}
    """
        .formatted(name, msp, organisation);
  }

  private static String policies(int indent, String more) {
    String space = " ".repeat(indent);
    return space
        + "Policies:\n"
        + space
        + "  Readers: {Type: ImplicitMeta, Rule: ANY Readers}\n"
        + space
        + "  Writers: {Type: ImplicitMeta, Rule: ANY Writers}\n"
        + space
        + "  Admins: {Type: ImplicitMeta, Rule: MAJORITY Admins}\n"
        + more;
  }

  private String ordering() {
    boolean bft = settings.get(FabricOptions.ORDERING).equals("bft");
    long blockBytes = settings.getLong(FabricOptions.BLOCK_BYTES_MAX);
    return """
          OrdererType: %s
          BatchTimeout: %dms
          BatchSize:
            MaxMessageCount: %s
            AbsoluteMaxBytes: %d
            PreferredMaxBytes: %d
    """
            .formatted(
                bft ? "BFT" : "etcdraft",
                settings.getLong(FabricOptions.BLOCK_LINGER_MS),
                settings.get(FabricOptions.BLOCK_TRANSACTIONS_MAX),
                Math.max(blockBytes, FabricOptions.TRANSACTION_BYTES_MAX),
                blockBytes)
        + (bft ? smartBft() : raft());
  }

  private String raft() {
    StringBuilder text = new StringBuilder("      EtcdRaft:\n        Consenters:\n");
    for (String orderer : layout.orderers()) {
      text.append(
          "          - {Host: %s, Port: %d, ClientTLSCert: %3$s, ServerTLSCert: %3$s}\n"
              .formatted(
                  layout.hostForOthers(orderer),
                  layout.portForOthers(orderer),
                  tlsCertificate(orderer)));
    }
    return text.append(
            """
                    Options:
                      TickInterval: 200ms
                      ElectionTick: 10
                      HeartbeatTick: 1
                      MaxInflightBlocks: 5
                      SnapshotIntervalSize: 16 MB
            """)
        .toString();
  }

  private String smartBft() {
    StringBuilder text = new StringBuilder("      ConsenterMapping:\n");
    int id = 1;
    for (String orderer : layout.orderers()) {
      Path certificates = layout.ordererIdentity(orderer).resolve("msp").resolve("signcerts");
      text.append(
          """
                  - ID: %d
                    Host: %s
                    Port: %d
                    MSPID: %s
                    Identity: %s
                    ClientTLSCert: %6$s
                    ServerTLSCert: %6$s
          """
              .formatted(
                  id++,
                  layout.hostForOthers(orderer),
                  layout.portForOthers(orderer),
                  FabricLayout.ORDERER_MSP,
                  certificates.resolve(
                      "%s.%s-cert.pem".formatted(orderer, FabricLayout.ORDERER_DOMAIN)),
                  tlsCertificate(orderer)));
    }
    return text.append(
            """
                  SmartBFT:
                    RequestBatchMaxInterval: %sms
                    RequestForwardTimeout: 2s
                    RequestComplainTimeout: 5s
                    RequestAutoRemoveTimeout: 3m0s
                    ViewChangeResendInterval: 2s
                    ViewChangeTimeout: 10s
                    LeaderHeartbeatTimeout: 5s
                    CollectTimeout: 1s
                    IncomingMessageBufferSize: 200
                    RequestPoolSize: 10000
                    LeaderHeartbeatCount: 10
            """
                .formatted(settings.get(FabricOptions.BLOCK_LINGER_MS)))
        .toString();
  }

  private Path tlsCertificate(String orderer) {
    return layout.ordererIdentity(orderer).resolve("tls").resolve("server.crt");
  }

  /** The endorsement policy in Fabric's notation. */
  String endorsementPolicy() {
    int all = layout.peers().size();
    int needed =
        switch (settings.get(FabricOptions.ENDORSEMENT).toLowerCase(Locale.ROOT)) {
          case "any" -> 1;
          case "majority" -> all / 2 + 1;
          default -> all;
        };
    return layout.peers().stream()
        .map(peer -> "'%s.peer'".formatted(FabricLayout.mspOf(peer)))
        .collect(Collectors.joining(",", "OutOf(%d,".formatted(needed), ")"));
  }
}
