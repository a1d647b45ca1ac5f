package io.hybridycsb.it.veritas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.connection.Hello;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever comes in: one clear line for who sent it, and the cluster goes on. */
public abstract class VeritasBadInputTests extends ClusterTests<VeritasCluster> {
  public static final Duration START_DEADLINE = Duration.ofMinutes(3);

  /** The processes that listen for clients. */
  protected abstract List<String> listeners();

  @TempDir private Path directory;

  @AfterEach
  void theClusterGoesOn() {
    try (VeritasTestClient client = cluster().connect()) {
      Awaitility.await("a write and its reads on all nodes")
          .atMost(3, TimeUnit.MINUTES)
          .ignoreExceptions()
          .untilAsserted(
              () -> {
                String value = Long.toString(System.nanoTime());
                assertThat(client.put(0, "alive", value))
                    .isEqualTo(VeritasTestClient.Outcome.COMMITTED);
                for (int node = 0; node < cluster().nodes(); node++) {
                  assertThat(client.getFrom(node, "alive")).contains(value);
                }
              });
    }
    assertThat(cluster().processes()).allMatch(cluster()::isRunning);
  }

  protected final VeritasTestClient patientClient() {
    return VeritasTestClient.patient(cluster());
  }

  protected static void requireOneLine(Ended ended, String... parts) {
    assertThat(ended.status()).as("%s", ended).isNotZero();
    assertThat(ended.text().strip()).as("%s", ended).hasLineCount(1).contains(parts);
  }

  @Test
  void aKeyThatIsTooLongIsRefusedWithTheBound() {
    requireOneLine(cluster().hybridOn("put", "k".repeat(2_000), "f=v"), "1024");
    requireOneLine(cluster().hybridOn("get", "k".repeat(2_000)), "1024");
  }

  @Test
  void aValueThatIsTooLargeIsRefusedWithTheBoundAndHarmsNoOther() {
    try (VeritasTestClient client = patientClient()) {
      for (int bytes : List.of(2 << 20, 40 << 20)) {
        Session session = client.session(0);
        Txn txn = session.begin();
        txn.put(cluster().table(), "large", Map.of("f", new byte[bytes]));
        assertThatThrownBy(txn::commit)
            .as("%d bytes", bytes)
            .isInstanceOf(VeritasException.Invalid.class)
            .hasMessageMatching(".* at most (1048576|31457280) .*");
        assertThat(session.get(cluster().table(), "large")).isEmpty();
      }
    }
  }

  @Test
  void aRecordThatWouldGrowBeyondTheBoundStaysAsItIs() {
    try (VeritasTestClient client = patientClient()) {
      assertThat(withFieldOf600Kilobytes(client, "f").isCommitted()).isTrue();
      CommitResult tooLong = withFieldOf600Kilobytes(client, "g");
      assertThat(tooLong.outcome()).contains(Outcome.RECORD_TOO_LARGE);
      assertThat(tooLong.detail()).contains("state.value.bytes.max");
      assertThat(client.session(1).get(cluster().table(), "grows").orElseThrow().fields())
          .containsOnlyKeys("f");
    }
  }

  private CommitResult withFieldOf600Kilobytes(VeritasTestClient client, String field) {
    Txn txn = client.session(0).begin();
    return txn.merge(cluster().table(), "grows", Map.of(field, new byte[600_000])).commit();
  }

  private Metadata hello() {
    return new Hello(cluster().config().cluster(), "node1", InstantSource.system())
        .by(cluster().key());
  }

  @Test
  void clientsThatWouldFillANodesMemoryAreRefusedAndOthersGoOn() throws Exception {
    String address = cluster().process("node1").address();
    ByteString asked = ByteString.copyFrom(StateKey.of(cluster().table(), "asked"));
    GetRequest.Builder waiting = GetRequest.newBuilder().setMinHeight(Long.MAX_VALUE);
    for (int i = 0; i < 1_000; i++) {
      waiting.addKeys(ByteString.copyFrom(StateKey.of("t", "k" + i)));
    }
    GetRequest repeated =
        GetRequest.newBuilder().addAllKeys(Collections.nCopies(1_000, asked)).build();
    try (VeritasTestClient client = patientClient();
        FloodingClient waits = new FloodingClient(address, hello(), true);
        FloodingClient repeats = new FloodingClient(address, hello(), true);
        FloodingClient silent = new FloodingClient(address, hello(), false)) {
      assertThat(client.put(0, "asked", "x".repeat(500_000)))
          .isEqualTo(VeritasTestClient.Outcome.COMMITTED);

      waits.flood(Request.newBuilder().setGet(waiting).build(), 100, 500);
      assertThat(client.getFrom(0, "asked")).isPresent();
      repeats.flood(Request.newBuilder().setGet(repeated).build(), 10, 30);
      silent.flood(
          Request.newBuilder().setGet(GetRequest.newBuilder().addKeys(asked)).build(), 20_000, 1);
      for (int i = 0; i < 100; i++) {
        assertThat(client.getFrom(0, "asked")).isPresent();
      }
      assertThat(client.put(0, "alive", "still")).isEqualTo(VeritasTestClient.Outcome.COMMITTED);
      Awaitility.await("refusals")
          .atMost(1, TimeUnit.MINUTES)
          .until(() -> waits.told(Failure.Code.BUSY) > 0 && repeats.told(Failure.Code.INVALID) > 0);
    }
  }

  @Test
  void aTransactionOfTooManyOperationsIsRefusedWithTheBound() {
    try (VeritasTestClient client = patientClient()) {
      Txn txn = client.session(1).begin();
      for (int i = 0; i <= 10_000; i++) {
        txn.put(cluster().table(), "many" + i, Map.of("f", new byte[] {1}));
      }
      assertThatThrownBy(txn::commit)
          .isInstanceOf(VeritasException.Invalid.class)
          .hasMessageContaining("10000");
      assertThat(client.getFrom(1, "many0")).isEmpty();
    }
  }

  @Test
  void aClientWhoseKeyIsUnknownIsToldSo() throws Exception {
    Path stranger = newKey();
    Ended ycsb =
        cluster().workload("load", "workloada", Map.of("veritas.key", stranger.toString()));
    assertThat(ycsb.status()).isNotZero();
    assertThat(ycsb.err()).contains("not among the clients").doesNotContain("\tat ");
  }

  @Test
  void aTransactionSignedWithAnUnknownKeyIsRefusedByTheNodes() throws Exception {
    SigningKey stranger = SigningKey.read(newKey());
    ClusterConfig config = cluster().config();
    List<ClusterConfig.Member> clients = new ArrayList<>(config.clients());
    clients.add(new ClusterConfig.Member("stranger", "", stranger.publicKey()));
    ClusterConfig forged =
        new ClusterConfig(
            config.cluster(),
            config.approvalPolicy(),
            config.timestampOracle(),
            config.nodes(),
            clients,
            config.validators(),
            Map.of());
    try (VeritasClient client = VeritasClient.connect(forged, stranger, ClientOptions.DEFAULT)) {
      Txn txn =
          client.session().begin().put(cluster().table(), "stranger", Map.of("f", new byte[] {1}));
      assertThatThrownBy(txn::commit)
          .isInstanceOf(VeritasException.Invalid.class)
          .hasMessageContaining("key is not in cluster.json");
      assertThat(client.session().get(cluster().table(), "stranger")).isEmpty();
    }
  }

  protected final Path newKey() throws GeneralSecurityException, IOException {
    byte[] pkcs8 =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(pkcs8);
    return Files.writeString(
        directory.resolve("stranger.key"),
        "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n");
  }

  @Test
  void garbageOnTheirPortsHarmsNobody() throws IOException {
    Random random = new Random(1);
    for (String process : listeners()) {
      for (int i = 0; i < 20; i++) {
        byte[] garbage = new byte[1 + random.nextInt(10_000)];
        random.nextBytes(garbage);
        send(process, garbage);
      }
      send(process, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
    }
  }

  private void send(String process, byte[] garbage) throws IOException {
    String[] address = cluster().process(process).address().split(":");
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address[0], Integer.parseInt(address[1])), 5_000);
      OutputStream out = socket.getOutputStream();
      out.write(garbage);
      out.flush();
    } catch (SocketException e) {
      // It may hang up while we still write; that it isn't there is seen afterwards.
      assertThat(cluster().isRunning(process)).isTrue();
    }
  }

  @Test
  void malformedPropertiesEndYcsbWithALineThatNamesThem() {
    Ended number = cluster().workload("run", "workloada", Map.of("veritas.timeout.ms", "soon"));
    assertThat(number.status()).isNotZero();
    assertThat(number.err()).contains("veritas.timeout.ms", "soon").doesNotContain("\tat ");

    Ended unknown = cluster().workload("run", "workloada", Map.of("veritas.tiemout.ms", "1"));
    assertThat(unknown.status()).isNotZero();
    assertThat(unknown.err())
        .contains("veritas.tiemout.ms", "veritas.timeout.ms")
        .doesNotContain("\tat ");
  }

  @Test
  void aNodeWithoutItsDatabaseEndsWithOneLine() {
    requireOneLine(startOfNode1Without("redis1"), "unix:../redis1/redis.socket");
  }

  protected final Ended startOfNode1Without(String needed) {
    cluster().kill("node1", needed);
    try {
      return cluster().runDirectly("node1", START_DEADLINE);
    } finally {
      cluster().restart(needed, "node1");
    }
  }

  @Test
  void aNodeWhosePortIsTakenEndsWithOneLine() throws IOException {
    String address = cluster().process("node1").address();
    int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
    cluster().kill("node1");
    try (ServerSocket taken = new ServerSocket()) {
      taken.setReuseAddress(true);
      taken.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
      requireOneLine(cluster().runDirectly("node1", START_DEADLINE), address);
      Ended restart = cluster().hybridOn("restart", "node1");
      assertThat(restart.status()).isNotZero();
      assertThat(restart.err()).contains("port " + port).contains("taken");
    } finally {
      cluster().restart("node1");
    }
  }
}
