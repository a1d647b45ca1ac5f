package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.PropertiesText;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.settings.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The files of a Fabric network whose processes run in containers with the processes' names as
 * hosts. They are the files of local clusters with other places.
 *
 * <p>Fabric's own tools make certificates and the first block: {@code network/network.sh} calls
 * them. {@code network/channel.sh} then makes one network of the processes that run.
 */
final class FabricContainers {
  /** The directory of the tools in Fabric's image. */
  private static final String PROGRAMS = "/usr/local/bin/";

  private static final Property<String> PEER_ADDRESS =
      Keygen.address("peer-address", "{node}:7051", "where peers find each other");
  private static final Property<String> ORDERER_ADDRESS =
      Keygen.address(
          "orderer-address",
          "orderer{n}:7050",
          "where peers and orderers find an orderer; {n} is its number\n");

  /** Whatever the umask is, nobody else writes to them. */
  private static final FileAttribute<?> PERMISSIONS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--"));

  private static final String DATA = "/data";
  private static final int ORDERER_PORT = 7050;
  private static final int CHAINCODES_PORT = 7052;
  private static final int ADMIN_PORT = 7053;
  private static final int OPERATIONS_PORT = 9443;

  private final Path directory;
  private final Path installedAt;
  private final String cluster;
  private final FabricLayout layout;
  private final FabricConfig config;
  private final FabricFiles files;

  FabricContainers(ClusterFiles files) {
    Settings settings = settings(files.nodeProperties());
    this.directory = files.directory();
    this.installedAt = files.installedAt();
    this.cluster = files.cluster();
    this.layout =
        new FabricLayout(
            installedAt.resolve("network"),
            FabricOptions.orderers(settings),
            files.nodes(),
            name -> ofProcess(name, files.option(place(name))));
    this.config = new FabricConfig(layout, settings);
    if (!config.stateDatabase().equals(FabricOptions.LEVELDB)) {
      throw new HarnessException(
          "Fabric's image has peers with state.store=%s only, not %s"
              .formatted(FabricOptions.LEVELDB, config.stateDatabase()));
    }
    this.files =
        new FabricFiles(
            cluster,
            layout,
            config,
            new Containers(installedAt, peer -> ofProcess(peer, files.nodeAddress())));
  }

  static Keygen keygen() {
    return new Keygen(
        "whose own tools then make its keys",
        false,
        List.of(PEER_ADDRESS, ORDERER_ADDRESS),
        files -> {
          FabricContainers made = new FabricContainers(files);
          Attempt.to("write to " + files.directory(), made::write);
        });
  }

  private static Property<String> place(String process) {
    return process.startsWith("orderer") ? ORDERER_ADDRESS : PEER_ADDRESS;
  }

  private static String ofProcess(String name, String text) {
    return text.replace("{node}", name).replace("{n}", name.replaceAll("[a-z]+", ""));
  }

  /**
   * A channel's first block can't be changed, so the options that concern it keep their first
   * values.
   */
  private static Settings settings(Map<String, String> given) {
    List<Property<?>> options =
        FabricOptions.all().stream().filter(option -> option.isFixed()).toList();
    return new Settings(options, given);
  }

  /** Each process has a container, and a subdirectory of the shared directory. */
  private record Containers(Path installedAt, UnaryOperator<String> clients)
      implements FabricFiles.Places {
    @Override
    public String program(String name) {
      return PROGRAMS + name;
    }

    @Override
    public String address(String use) {
      int dash = use.indexOf('-');
      if (dash > 0) {
        return use.substring(0, dash) + ":" + port(use);
      }
      return use.startsWith("orderer") ? use + ":" + ORDERER_PORT : clients.apply(use);
    }

    @Override
    public String listen(String use) {
      String address = address(use);
      return "0.0.0.0" + address.substring(address.lastIndexOf(':'));
    }

    private static int port(String use) {
      String process = use.substring(0, use.indexOf('-'));
      if (use.equals(FabricLayout.admin(process))) {
        return ADMIN_PORT;
      }
      return use.equals(FabricLayout.operations(process)) ? OPERATIONS_PORT : CHAINCODES_PORT;
    }

    @Override
    public Path directory(String process) {
      return installedAt.resolve(process);
    }

    @Override
    public Path data(String process) {
      return Path.of(DATA, process);
    }
  }

  private void write() throws IOException {
    String packageId = FabricNetwork.packageId(chaincodePackage());
    FabricNetwork.writeBuilder(here(layout.builder().resolve("bin")));
    write(layout.network().resolve("package-id"), packageId + "\n");
    write(layout.network().resolve("crypto-config.yaml"), config.crypto());
    write(layout.network().resolve("configtx.yaml"), config.channel());
    write(layout.network().resolve("network.sh"), network());
    write(layout.network().resolve("channel.sh"), channel());
    write(layout.network().resolve("audit.sh"), files.audit());
    for (String orderer : layout.orderers()) {
      write(installedAt.resolve(orderer).resolve("orderer.yaml"), files.orderer(orderer));
      write(setup(orderer), files.ordererSetup(orderer));
    }
    for (String peer : layout.peers()) {
      write(installedAt.resolve(peer).resolve("core.yaml"), files.peer(peer));
      write(setup(peer), files.peerSetup(peer, packageId));
    }
    write(
        installedAt.resolve("client.properties"),
        PropertiesText.of("How a client finds this cluster.", files.clientProperties()));
  }

  /** Keeps an existing package, because peers know the chaincode by the package's hash. */
  private byte[] chaincodePackage() throws IOException {
    ClusterFiles.requireOwn(here(layout.chaincodePackage()));
    if (!Files.exists(here(layout.chaincodePackage()))) {
      write(layout.chaincodePackage(), FabricNetwork.chaincodePackage());
    }
    return Files.readAllBytes(here(layout.chaincodePackage()));
  }

  private String network() {
    String authorities =
        layout.peers().stream()
            .map(peer -> "\"%s/tls/ca.crt\"".formatted(layout.peerIdentity(peer)))
            .collect(Collectors.joining(" "));
    return Template.fill(
        FabricContainers.class,
        "fabric-network.sh",
        Map.of(
            "network",
            layout.network(),
            "cryptogen",
            PROGRAMS + "cryptogen",
            "crypto",
            layout.crypto(),
            "configtxgen",
            PROGRAMS + "configtxgen",
            "profile",
            FabricConfig.PROFILE,
            "channel",
            FabricLayout.CHANNEL,
            "genesis",
            layout.genesis(),
            "authorities",
            authorities,
            "peersTlsCa",
            layout.peersTlsCa()));
  }

  /**
   * Uses the order of local clusters: all orderers, then all peers, then the chaincode that all
   * have approved.
   */
  private String channel() {
    List<String> steps = new ArrayList<>();
    layout.orderers().forEach(orderer -> steps.add(step(orderer, "join")));
    for (String peer : layout.peers()) {
      for (String step : List.of("join", "install", "approve")) {
        steps.add(step(peer, step));
      }
    }
    steps.add(step(layout.peers().get(0), "commit"));
    return Template.fill(
        FabricContainers.class, "fabric-channel.sh", Map.of("steps", String.join("\n", steps)));
  }

  private String step(String process, String step) {
    return "sh \"%s\" %s".formatted(setup(process), step);
  }

  private Path setup(String process) {
    return installedAt.resolve(process).resolve("setup.sh");
  }

  private void write(Path installed, String text) throws IOException {
    write(installed, text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(Path installed, byte[] bytes) throws IOException {
    Path file = here(installed);
    ClusterFiles.requireOwn(file);
    WholeFile.write(file, part -> Files.write(part, bytes), PERMISSIONS);
  }

  /** The path at which a file is written before it is installed. */
  private Path here(Path installed) {
    return directory.resolve(installedAt.relativize(installed));
  }
}
