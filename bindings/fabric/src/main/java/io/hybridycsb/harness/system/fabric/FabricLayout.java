package io.hybridycsb.harness.system.fabric;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The members of a Fabric network, their addresses in the channel, and their common files. Each
 * peer has its own organisation; the orderers share one.
 */
final class FabricLayout {
  static final String CHANNEL = "ycsb";
  static final String CHAINCODE = "kv";
  static final String CHAINCODE_VERSION = "1";
  static final String ORDERER_MSP = "OrdererMSP";
  static final String ORDERER_DOMAIN = "orderers.local";

  private final Path network;
  private final int orderers;
  private final int peers;
  private final Map<String, String> addressesForOthers = new LinkedHashMap<>();

  /**
   * @param network the directory of the files that all processes share
   * @param addressForOthers HOST:PORT at which orderers and peers find a process, by its name
   */
  FabricLayout(Path network, int orderers, int peers, UnaryOperator<String> addressForOthers) {
    this.network = network;
    this.orderers = orderers;
    this.peers = peers;
    // All addresses are requested here, because the channel's description is made only once.
    orderers().forEach(name -> addressesForOthers.put(name, addressForOthers.apply(name)));
    peers().forEach(name -> addressesForOthers.put(name, addressForOthers.apply(name)));
  }

  /** {@code orderer1}, {@code orderer2}, ... */
  List<String> orderers() {
    return names("orderer", orderers);
  }

  /** {@code node1}, {@code node2}, ...: the peers, each in its own organisation. */
  List<String> peers() {
    return names("node", peers);
  }

  static boolean isPeer(String process) {
    return process.matches("node[0-9]+");
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
  }

  private static String number(String peer) {
    return peer.substring("node".length());
  }

  /** The chaincode's process that serves a peer. */
  static String chaincodeOf(String peer) {
    return "chaincode" + number(peer);
  }

  /** The identifier of a peer's organisation. */
  static String mspOf(String peer) {
    return "Org" + number(peer) + "MSP";
  }

  /** The domain of a peer's organisation. */
  static String domainOf(String peer) {
    return "org" + number(peer) + ".local";
  }

  /** HOST:PORT at which all orderers and peers find a process; the channel has only one address. */
  String addressForOthers(String process) {
    return addressesForOthers.get(process);
  }

  String hostForOthers(String process) {
    String address = addressForOthers(process);
    return address.substring(0, address.lastIndexOf(':'));
  }

  int portForOthers(String process) {
    String address = addressForOthers(process);
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  /** The use of the port for a process' health, metrics and level of logs. */
  static String operations(String process) {
    return process + "-operations";
  }

  /** The use of an orderer's port for joining channels. */
  static String admin(String orderer) {
    return orderer + "-admin";
  }

  /** The use of a peer's port for chaincode that it starts itself, which doesn't occur here. */
  static String chaincodes(String peer) {
    return peer + "-chaincodes";
  }

  /**
   * The files that all processes share: certificates, the genesis block, the chaincode's package.
   */
  Path network() {
    return network;
  }

  Path crypto() {
    return network().resolve("crypto");
  }

  Path genesis() {
    return network().resolve("genesis.block");
  }

  Path chaincodePackage() {
    return network().resolve("kv.tar.gz");
  }

  Path builder() {
    return network().resolve("builder");
  }

  /** The certificates of all authorities for the peers' TLS, concatenated. */
  Path peersTlsCa() {
    return network().resolve("peers-tls-ca.pem");
  }

  Path ordererOrganisation() {
    return crypto().resolve("ordererOrganizations").resolve(ORDERER_DOMAIN);
  }

  /** An orderer's identity: {@code msp} and {@code tls}. */
  Path ordererIdentity(String orderer) {
    return ordererOrganisation().resolve("orderers").resolve(orderer + "." + ORDERER_DOMAIN);
  }

  /** The certificate of the authority for the orderers' TLS. */
  Path ordererTlsCa() {
    return ordererIdentity("orderer1").resolve("tls").resolve("ca.crt");
  }

  /**
   * What the orderers' administrator shows where channels are administered and where processes tell
   * of themselves: {@code client.crt} and {@code client.key}.
   */
  Path operatorTls() {
    return ordererOrganisation().resolve("users").resolve("Admin@" + ORDERER_DOMAIN).resolve("tls");
  }

  Path peerOrganisation(String peer) {
    return crypto().resolve("peerOrganizations").resolve(domainOf(peer));
  }

  /** A peer's identity: {@code msp} and {@code tls}. */
  Path peerIdentity(String peer) {
    return peerOrganisation(peer).resolve("peers").resolve(peer + "." + domainOf(peer));
  }

  /** The identity of a user of a peer's organisation, {@code Admin} or {@code User1}. */
  Path userMsp(String peer, String user) {
    return peerOrganisation(peer)
        .resolve("users")
        .resolve(user + "@" + domainOf(peer))
        .resolve("msp");
  }
}
