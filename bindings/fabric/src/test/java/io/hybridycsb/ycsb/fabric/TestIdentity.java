package io.hybridycsb.ycsb.fabric;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A client's certificate and key, which nobody vouches for. */
final class TestIdentity {
  private TestIdentity() {}

  /** Properties of a client of one peer. */
  static Map<String, String> properties(Path directory, String peer) throws IOException {
    Path certificate = directory.resolve("cert.pem");
    Path key = directory.resolve("key.pem");
    copy("client-cert.pem", certificate);
    copy("client-key.pem", key);
    return Map.of(
        "fabric.peers",
        peer,
        "fabric.msp",
        "Org1MSP",
        "fabric.cert",
        certificate.toString(),
        "fabric.key",
        key.toString(),
        "fabric.connect.timeout.ms",
        "10000");
  }

  private static void copy(String resource, Path file) throws IOException {
    try (var in = TestIdentity.class.getResourceAsStream(resource)) {
      Files.write(file, List.of(new String(in.readAllBytes(), StandardCharsets.US_ASCII)));
    }
  }
}
