package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.system.Template;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The texts of the files that run, prepare, audit and locate a Fabric network's processes.
 *
 * @param name of the network
 */
record FabricFiles(String name, FabricLayout layout, FabricConfig config, Places places) {
  private static final String USER = "User1";
  private static final String ADMINISTRATOR = "Admin";

  /** The places of a network's processes and files. */
  interface Places {
    /** The path of one of Fabric's programs. */
    String program(String name);

    /** HOST:PORT at which clients and tools find a process, or another use of ports. */
    String address(String use);

    /** HOST:PORT on which it listens. */
    String listen(String use);

    /** Where a process has its configuration and its scripts. */
    Path directory(String process);

    /** Where a process keeps its data. */
    Path data(String process);
  }

  /** The number of peers with different intervals. */
  private static final int INTERVALS = 8;

  /** An orderer's {@code orderer.yaml}. */
  String orderer(String orderer) {
    String listen = places.listen(orderer);
    int colon = listen.lastIndexOf(':');
    return Template.fill(
        FabricFiles.class,
        "fabric-orderer.yaml",
        Map.of(
            "host", listen.substring(0, colon),
            "port", listen.substring(colon + 1),
            "operations", places.listen(FabricLayout.operations(orderer)),
            "admin", places.listen(FabricLayout.admin(orderer)),
            "identity", layout.ordererIdentity(orderer),
            "msp", FabricLayout.ORDERER_MSP,
            "data", places.data(orderer)));
  }

  /** The script that makes an orderer a member of the channel. */
  String ordererSetup(String orderer) {
    return Template.fill(
        FabricFiles.class,
        "fabric-orderer-setup.sh",
        Map.of(
            "osnadmin", places.program("osnadmin"),
            "channel", FabricLayout.CHANNEL,
            "admin", places.address(FabricLayout.admin(orderer)),
            "ca", layout.ordererTlsCa(),
            "tls", layout.operatorTls(),
            "genesis", layout.genesis()));
  }

  /** A peer's {@code core.yaml}. */
  String peer(String peer) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("name", peer);
    values.put("network", name);
    values.put("address", places.address(peer));
    values.put("listen", places.listen(peer));
    values.put("addressForOthers", layout.addressForOthers(peer));
    values.put("operations", places.listen(FabricLayout.operations(peer)));
    values.put("operators", layout.ordererTlsCa());
    values.put("chaincodes", places.address(FabricLayout.chaincodes(peer)));
    values.put("listenForChaincodes", places.listen(FabricLayout.chaincodes(peer)));
    values.put("msp", FabricLayout.mspOf(peer));
    values.put("identity", layout.peerIdentity(peer));
    values.put("builder", layout.builder());
    values.put("data", places.data(peer));
    values.put("stateDatabase", config.stateDatabase());
    // Two peers that connect to each other at the same moment both hang up. With equal intervals
    // and slow connections they would do so for ever.
    int order = layout.peers().indexOf(peer) % INTERVALS;
    values.put("aliveMs", 1_000 + 100 * order);
    values.put("reconnectMs", 2_000 + 300 * order);
    return Template.fill(FabricFiles.class, "fabric-core.yaml", values);
  }

  /**
   * The script of the steps that prepare a peer.
   *
   * @param packageId what peers call the chaincode's package
   */
  String peerSetup(String peer, String packageId) {
    String allPeers =
        layout.peers().stream()
            .map(
                other ->
                    "--peerAddresses %s --tlsRootCertFiles \"%s\""
                        .formatted(
                            places.address(other),
                            layout.peerIdentity(other).resolve("tls").resolve("ca.crt")))
            .collect(Collectors.joining(" "));
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("peer", places.program("peer"));
    values.put("config", places.directory(peer));
    values.put("adminMsp", layout.userMsp(peer, ADMINISTRATOR));
    values.put("channel", FabricLayout.CHANNEL);
    values.put("chaincode", FabricLayout.CHAINCODE);
    values.put("chaincodeVersion", FabricLayout.CHAINCODE_VERSION);
    values.put("package", layout.chaincodePackage());
    values.put("packageId", packageId);
    values.put("policy", config.endorsementPolicy());
    values.put("genesis", layout.genesis());
    values.put("orderer", places.address("orderer1"));
    values.put("ordererCa", layout.ordererTlsCa());
    values.put("allPeers", allPeers);
    return Template.fill(FabricFiles.class, "fabric-peer-setup.sh", values);
  }

  /** The script that compares the peers' chains. */
  String audit() {
    String calls =
        layout.peers().stream()
            .map(
                peer ->
                    "  echo \"%s $(info \"%s\" \"%s\")\""
                        .formatted(
                            peer, places.directory(peer), layout.userMsp(peer, ADMINISTRATOR)))
            .collect(Collectors.joining("\n"));
    return Template.fill(
        FabricFiles.class,
        "fabric-audit.sh",
        Map.of(
            "peer",
            places.program("peer"),
            "channel",
            FabricLayout.CHANNEL,
            "count",
            layout.peers().size(),
            "calls",
            calls));
  }

  /** How a client finds the network, and the identity with which it writes. */
  Map<String, String> clientProperties() {
    String peer = layout.peers().get(0);
    Path msp = layout.userMsp(peer, USER);
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(
        "fabric.peers",
        layout.peers().stream().map(places::address).collect(Collectors.joining(",")));
    properties.put("fabric.tls.ca", layout.peersTlsCa().toString());
    properties.put("fabric.orderer", places.address(layout.orderers().get(0)));
    properties.put("fabric.orderer.tls.ca", layout.ordererTlsCa().toString());
    properties.put("fabric.channel", FabricLayout.CHANNEL);
    properties.put("fabric.chaincode", FabricLayout.CHAINCODE);
    properties.put("fabric.msp", FabricLayout.mspOf(peer));
    properties.put(
        "fabric.cert",
        msp.resolve("signcerts")
            .resolve("%s@%s-cert.pem".formatted(USER, FabricLayout.domainOf(peer)))
            .toString());
    properties.put("fabric.key", msp.resolve("keystore").resolve("priv_sk").toString());
    return properties;
  }
}
