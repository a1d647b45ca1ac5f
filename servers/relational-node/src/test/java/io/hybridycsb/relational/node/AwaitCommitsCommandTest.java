package io.hybridycsb.relational.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AwaitCommitsCommandTest {
  @TempDir private Path directory;

  @Test
  void eachNodeHasAllOfTheTimeAndAllThatHaveNotCommittedAreNamed() throws Exception {
    Path key = directory.resolve("client.key");
    byte[] pkcs8 =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
    Files.writeString(
        key,
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getEncoder().encodeToString(pkcs8)));
    AtomicReference<String> failure = new AtomicReference<>();
    // Connections are taken, and nothing is answered.
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + silent.getLocalPort();
      CommandLine command =
          new CommandLine(new AwaitCommitsCommand())
              .setExecutionExceptionHandler(
                  (e, line, parsed) -> {
                    failure.set(e.getMessage());
                    return 1;
                  });

      int status =
          command.execute(
              "--cluster=c",
              "--key=" + key,
              "--node=node1=" + address,
              "--node=node2=" + address,
              "--timeout=500");

      assertThat(status).isOne();
    }
    assertThat(failure.get())
        .matches(
            "node1 has committed nothing within 500 ms: .*; node2 has committed nothing within 500"
                + " ms: .*");
  }
}
