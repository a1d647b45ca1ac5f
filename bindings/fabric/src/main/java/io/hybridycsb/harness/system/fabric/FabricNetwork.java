package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.LoggedCommand;
import io.hybridycsb.harness.system.Template;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Files that a Fabric network needs before it starts: certificates, the channel's first block, the
 * chaincode's package, the external builder's scripts. They are made once and never changed.
 *
 * @param programs the directory of Fabric's programs
 */
record FabricNetwork(FabricLayout layout, FabricConfig config, Path programs) {
  private static final Duration TOOL_TIMEOUT = Duration.ofSeconds(120);
  private static final String LABEL = FabricLayout.CHAINCODE;

  /** Makes what is missing. */
  void make() {
    Path complete = layout.network().resolve("complete");
    Attempt.to(
        "write to " + layout.network(),
        () -> {
          if (!Files.exists(complete)) {
            // The files of an interrupted start may be incomplete, or for other ports.
            Disk.remove(layout.network());
            Files.createDirectories(layout.network());
            makeCertificates();
            makeGenesis();
            Files.write(layout.chaincodePackage(), chaincodePackage());
            Files.createFile(complete);
          }
          writeBuilder(layout.builder().resolve("bin"));
        });
  }

  private void makeCertificates() throws IOException {
    Path description = layout.network().resolve("crypto-config.yaml");
    Files.writeString(description, config.crypto());
    run(
        "cryptogen",
        "generate",
        "--config",
        description.toString(),
        "--output",
        layout.crypto().toString());
    StringBuilder authorities = new StringBuilder();
    for (String peer : layout.peers()) {
      authorities.append(
          Files.readString(layout.peerIdentity(peer).resolve("tls").resolve("ca.crt")));
    }
    Files.writeString(layout.peersTlsCa(), authorities);
  }

  private void makeGenesis() throws IOException {
    Files.writeString(layout.network().resolve("configtx.yaml"), config.channel());
    run(
        "configtxgen",
        "-profile",
        FabricConfig.PROFILE,
        "-channelID",
        FabricLayout.CHANNEL,
        "-configPath",
        layout.network().toString(),
        "-outputBlock",
        layout.genesis().toString());
  }

  private void run(String tool, String... arguments) throws IOException {
    List<String> command =
        Stream.concat(Stream.of(programs.resolve(tool).toString()), Stream.of(arguments)).toList();
    LogFile log = new LogFile(layout.network().resolve(tool + ".log"));
    try {
      new LoggedCommand(tool, new ProcessBuilder(command), log)
          .succeed(Deadline.after(TOOL_TIMEOUT));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted while %s ran".formatted(tool), e);
    }
  }

  /** Writes the scripts of the external builder, and makes their directory. */
  static void writeBuilder(Path bin) throws IOException {
    for (String script : List.of("detect", "build", "release")) {
      writeScript(
          bin.resolve(script),
          Template.fill(FabricNetwork.class, "fabric-builder-%s.sh".formatted(script), Map.of()));
    }
  }

  private static void writeScript(Path script, String text) throws IOException {
    Files.createDirectories(script.getParent());
    Files.writeString(script, text);
    if (!script.toFile().setExecutable(true)) {
      throw new IOException(script + " cannot be made executable");
    }
  }

  /** The same for all organisations, since each peer's environment has its chaincode's address. */
  static byte[] chaincodePackage() throws IOException {
    byte[] code = tarGz(Map.of("connection.json", "{}\n".getBytes(StandardCharsets.UTF_8)));
    String metadata = "{\"type\":\"ccaas\",\"label\":\"%s\"}\n".formatted(LABEL);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("metadata.json", metadata.getBytes(StandardCharsets.UTF_8));
    files.put("code.tar.gz", code);
    return tarGz(files);
  }

  private static byte[] tarGz(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setModTime(0L);
        entry.setSize(file.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** The peers' identifier of the chaincode's package. */
  String packageId() {
    Path file = layout.chaincodePackage();
    return Attempt.get("read " + file, () -> packageId(Files.readAllBytes(file)));
  }

  /** The peers' identifier of a package: its label and its hash. */
  static String packageId(byte[] chaincodePackage) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(chaincodePackage);
      return LABEL + ":" + HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-256", e);
    }
  }
}
