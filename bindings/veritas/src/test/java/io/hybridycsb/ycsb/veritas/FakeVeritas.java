package io.hybridycsb.ycsb.veritas;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.tso.TimestampOracleServer;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ScanRequest;
import io.hybridycsb.veritas.proto.ServerFrame;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import io.hybridycsb.veritas.proto.Write;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One node that speaks the API's protocol on a map: something for the bindings to talk to. It
 * orders nothing. As a cluster over Kafka it has a real timestamp oracle and votes with itself
 * alone.
 */
final class FakeVeritas implements AutoCloseable {
  private static final String CLUSTER = "fake";
  private static final long POWER = 10;

  /** How long it takes for a commit, at least. */
  static final int COMMIT_MS = 3;

  private static final String CHAIN = "fake-chain";

  /** What a cluster like this would have its transactions ordered by. */
  enum Log {
    KAFKA,
    COMETBFT
  }

  private final Path dir;
  private final Log log;
  private final Optional<TimestampOracleServer> oracle;
  private final Server server;
  private final SigningKey nodeKey = Ed25519.generate();
  private final SigningKey validatorKey = Ed25519.generate();
  private final TreeMap<byte[], byte[]> state = new TreeMap<>(Arrays::compareUnsigned);
  private final FakeLedger ledger = new FakeLedger();
  private final Queue<Outcome> outcomes = new ArrayDeque<>();
  private final Set<Long> timestamps = new HashSet<>();
  private final List<Integer> commitTimeoutsMs = new ArrayList<>();
  private Failure failure;
  private Failure proofFailure;
  private boolean silent;
  private int withheldProofs;
  private boolean lying;

  FakeVeritas(Path dir, Log log) throws IOException, GeneralSecurityException {
    this.dir = dir;
    this.log = log;
    oracle =
        log == Log.KAFKA
            ? Optional.of(
                TimestampOracleServer.start(
                    "127.0.0.1:0", dir.resolve("tso"), 1_000_000, 0, Optional.empty()))
            : Optional.empty();
    ServerServiceDefinition service =
        ServerServiceDefinition.builder(VeritasMethod.SERVICE)
            .addMethod(VeritasMethod.CONNECT, (call, headers) -> connect(call))
            .build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(service)
            .build()
            .start();
    writeClusterFile(writeClientKey());
  }

  Path clusterFile() {
    return dir.resolve("cluster.json");
  }

  Path clientKey() {
    return dir.resolve("client.key");
  }

  /** The next commits end so. */
  synchronized void decide(Outcome... next) {
    outcomes.addAll(Arrays.asList(next));
  }

  synchronized void failWith(Failure.Code code, String message) {
    failure = Failure.newBuilder().setCode(code).setMessage(message).build();
  }

  /** From now on whoever asks for a proof gets this. */
  synchronized void refuseProofs(Failure.Code code) {
    proofFailure = Failure.newBuilder().setCode(code).setMessage("no proof").build();
  }

  /** Ends what {@link #failWith} or {@link #refuseProofs} has begun. */
  synchronized void recover() {
    failure = null;
    proofFailure = null;
  }

  /** The next requests for a proof get no answer. */
  synchronized void withholdProofs(int requests) {
    withheldProofs = requests;
  }

  private boolean withholds(Request request) {
    return silent || (request.hasVerify() && withheldProofs-- > 0);
  }

  synchronized void beSilent() {
    silent = true;
  }

  /** From now on plain reads give another value than the one that was written. */
  synchronized void lie() {
    lying = true;
  }

  /** How much time each commit was given, in the order in which they came. */
  synchronized List<Integer> commitTimeoutsMs() {
    return List.copyOf(commitTimeoutsMs);
  }

  /** How many transactions came, by their timestamps. */
  synchronized int distinctTimestamps() {
    return timestamps.size();
  }

  private String writeClientKey() throws IOException, GeneralSecurityException {
    var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    String base64 = Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded());
    Files.writeString(
        clientKey(), "-----BEGIN PRIVATE KEY-----\n" + base64 + "\n-----END PRIVATE KEY-----\n");
    byte[] x509 = pair.getPublic().getEncoded();
    return HexFormat.of().formatHex(x509, x509.length - 32, x509.length);
  }

  private void writeClusterFile(String clientKey) throws IOException {
    Files.writeString(
        clusterFile(),
        """
        {"cluster": "%s", %s,
         "nodes": [{"name": "node1", "address": "127.0.0.1:%d", "publicKey": "%s"}],
         "clients": [{"name": "client", "publicKey": "%s"}]}
        """
            .formatted(
                CLUSTER,
                oracle
                    .map(server -> "\"timestampOracle\": \"" + server.address() + "\"")
                    .orElseGet(this::validators),
                server.getPort(),
                HexFormat.of().formatHex(nodeKey.publicKey()),
                clientKey));
  }

  private String validators() {
    return """
    "validators": {"chainId": "%s",
      "members": [{"name": "validator1", "publicKey": "%s", "power": %d}]}\
    """
        .formatted(CHAIN, HexFormat.of().formatHex(validatorKey.publicKey()), POWER);
  }

  private ServerCall.Listener<ClientFrame> connect(ServerCall<ClientFrame, ServerFrame> call) {
    call.sendHeaders(new Metadata());
    call.request(1);
    return new ServerCall.Listener<>() {
      @Override
      public void onMessage(ClientFrame frame) {
        ServerFrame.Builder answers = ServerFrame.newBuilder();
        synchronized (FakeVeritas.this) {
          for (Request request : frame.getRequestsList()) {
            if (!withholds(request)) {
              answers.addResponses(answer(request).setId(request.getId()));
            }
          }
        }
        call.sendMessage(answers.build());
        call.request(1);
      }
    };
  }

  private Response.Builder answer(Request request) {
    Response.Builder response = Response.newBuilder();
    if (failure != null) {
      return response.setFailure(failure);
    }
    switch (request.getCallCase()) {
      case STATUS -> response.getStatusBuilder().setNode("node1");
      case GET -> {
        byte[] value = state.get(request.getGet().getKeys(0).toByteArray());
        response.getGetBuilder().addValues(bytes(lying ? forged(value) : value));
        response.getGetBuilder().setHeight(ledger.height());
      }
      case SCAN -> scan(request.getScan(), response);
      case COMMIT -> {
        commitTimeoutsMs.add(request.getTimeoutMs());
        passTime();
        Outcome outcome = commit(request.getCommit().getTransaction().getBody());
        if (!request.getCommit().getAsync()) {
          response.getCommitBuilder().setOutcome(outcome).setHeight(ledger.height());
        } else {
          response.getCommitBuilder().setKnown(true);
        }
      }
      case QUERY ->
          response
              .getQueryBuilder()
              .setKnown(true)
              .setOutcome(Outcome.COMMITTED)
              .setHeight(ledger.height());
      case VERIFY -> {
        if (proofFailure == null) {
          response.setVerify(verify(request.getVerify()));
        } else {
          response.setFailure(proofFailure);
        }
      }
      default -> throw new AssertionError("not expected: " + request);
    }
    return response;
  }

  /** So that commits which don't share a deadline show it. */
  private static void passTime() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(COMMIT_MS)) {
      Thread.onSpinWait();
    }
  }

  private void scan(ScanRequest scan, Response.Builder response) {
    response.getScanBuilder().setHeight(ledger.height());
    state.subMap(scan.getFrom().toByteArray(), scan.getTo().toByteArray()).entrySet().stream()
        .limit(scan.getLimit())
        .forEach(
            entry ->
                response
                    .getScanBuilder()
                    .addKeys(bytes(entry.getKey()))
                    .addValues(bytes(entry.getValue())));
  }

  private Outcome commit(ByteString encoded) {
    TransactionBody body;
    try {
      body = TransactionBody.parseFrom(encoded);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    timestamps.add(body.getTimestamp());
    Outcome outcome = outcomes.isEmpty() ? Outcome.COMMITTED : outcomes.remove();
    if (outcome == Outcome.COMMITTED) {
      body.getWritesList().forEach(write -> apply(write, version(body)));
    }
    return outcome;
  }

  private long version(TransactionBody body) {
    return log == Log.KAFKA ? body.getTimestamp() : StateValue.versionAt(ledger.height() + 1, 0);
  }

  private void apply(Write write, long version) {
    byte[] key = write.getKey().toByteArray();
    byte[] fields = write.getFields().toByteArray();
    switch (write.getKind()) {
      case PUT -> state.put(key, StateValue.put(version, fields));
      case MERGE -> state.put(key, StateValue.merge(state.get(key), version, fields));
      default -> state.remove(key);
    }
    ledger.put(key, state.get(key));
  }

  private VerifyReply verify(VerifyRequest request) {
    VerifyReply.Builder reply = unsigned(request);
    return log == Log.KAFKA
        ? reply.addVotes(ledger.vote("node1", CLUSTER, nodeKey)).build()
        : reply.setSignedHeader(ledger.signedHeader(CHAIN, validatorKey, POWER)).build();
  }

  private VerifyReply.Builder unsigned(VerifyRequest request) {
    if (request.getHead()) {
      return ledger.head(request.getFromHeight());
    }
    byte[] key = request.getKey().toByteArray();
    return request.getSeenCount() > 0
        ? ledger.prove(request.getSeenList())
        : ledger.prove(key).setValue(bytes(state.get(key)));
  }

  private static byte[] forged(byte[] value) {
    if (value == null) {
      return null;
    }
    byte[] forged = value.clone();
    forged[forged.length - 1] ^= 1;
    return forged;
  }

  /** Changes a record behind the tree's back. */
  synchronized void tamper(String table, String key) {
    state.computeIfPresent(StateKey.of(table, key), (k, value) -> forged(value));
  }

  /** Somebody else writes this record. */
  synchronized void addBlock(String table, String key) {
    byte[] value = StateValue.put(StateValue.versionAt(ledger.height() + 1, 0), new byte[0]);
    ledger.put(StateKey.of(table, key), value);
  }

  private static ByteString bytes(byte[] bytes) {
    return bytes == null ? ByteString.EMPTY : ByteString.copyFrom(bytes);
  }

  /** What a user would give on the command line. */
  Map<String, String> properties() {
    return Map.of(
        "veritas.cluster", clusterFile().toString(), "veritas.key", clientKey().toString());
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    oracle.ifPresent(TimestampOracleServer::close);
  }
}
