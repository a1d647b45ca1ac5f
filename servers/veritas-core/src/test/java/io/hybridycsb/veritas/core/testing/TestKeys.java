package io.hybridycsb.veritas.core.testing;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Keys that are the same in every run, and clusters made of them. */
public final class TestKeys {
  private static final byte[] PKCS8_PREFIX =
      HexFormat.of().parseHex("302e020100300506032b657004220420");
  private static final Map<Integer, SigningKey> KEYS = new ConcurrentHashMap<>();
  private static final int FIRST_CLIENT = 100;

  private TestKeys() {}

  public static SigningKey node(int number) {
    return KEYS.computeIfAbsent(number, TestKeys::make);
  }

  public static SigningKey client(int number) {
    return KEYS.computeIfAbsent(FIRST_CLIENT + number, TestKeys::make);
  }

  /** A key that no cluster knows. */
  public static SigningKey stranger() {
    return KEYS.computeIfAbsent(-1, TestKeys::make);
  }

  private static SigningKey make(int number) {
    byte[] pkcs8 = Arrays.copyOf(PKCS8_PREFIX, PKCS8_PREFIX.length + 32);
    Arrays.fill(pkcs8, PKCS8_PREFIX.length, pkcs8.length, (byte) (number + 1));
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getEncoder().encodeToString(pkcs8)
            + "\n-----END PRIVATE KEY-----\n";
    try {
      Path file = Files.createTempFile("key", ".pem");
      try {
        return SigningKey.read(Files.writeString(file, pem));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Nodes node1, node2, … with the keys 1, 2, …; clients client1, client2, … likewise. */
  public static ClusterConfig cluster(ApprovalPolicy policy, int nodes, int clients) {
    List<Member> nodeMembers = new ArrayList<>();
    for (int i = 1; i <= nodes; i++) {
      nodeMembers.add(new Member("node" + i, "127.0.0.1:1", node(i).publicKey()));
    }
    List<Member> clientMembers = new ArrayList<>();
    for (int i = 1; i <= clients; i++) {
      clientMembers.add(new Member("client" + i, "", client(i).publicKey()));
    }
    return new ClusterConfig(
        "test", policy, "127.0.0.1:1", nodeMembers, clientMembers, Optional.empty(), Map.of());
  }
}
