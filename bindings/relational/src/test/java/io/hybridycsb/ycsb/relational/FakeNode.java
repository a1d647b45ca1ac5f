package io.hybridycsb.ycsb.relational;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.relational.client.Methods;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.FindRequest;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ProcedureCall;
import io.hybridycsb.relational.proto.ProcedureDefinition;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.Record;
import io.hybridycsb.relational.proto.RecordRead;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.relational.proto.RecordsCall;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.StatusReply;
import io.hybridycsb.relational.proto.StatusRequest;
import io.hybridycsb.relational.proto.SubmitRequest;
import io.hybridycsb.relational.proto.TableDefinition;
import io.hybridycsb.relational.proto.TransactionBody;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One node that speaks the protocol on maps: something for the binding to talk to. There is no
 * chain and no database behind it.
 */
final class FakeNode implements AutoCloseable {
  private final Server server;
  private final int port;
  private final Path key;
  private final Map<String, TreeMap<String, Record>> tables = new HashMap<>();
  private final Map<String, Set<String>> columns = new HashMap<>();
  private final Map<Long, Result> results = new HashMap<>();
  private final Queue<Outcome> outcomes = new ArrayDeque<>();
  private final List<ProcedureDefinition> procedures = new ArrayList<>();
  private final List<ProcedureCall> called = new ArrayList<>();
  private long height;

  /** Of the call that is executed. */
  private long version;

  private int definitions;
  private Status failure = Status.OK;
  private boolean silent;

  FakeNode(Path directory) throws IOException, GeneralSecurityException {
    key = directory.resolve("client.key");
    var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Files.writeString(
        key,
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded())));
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder(Methods.SERVICE)
                    .addMethod(Methods.SUBMIT, ServerCalls.asyncUnaryCall(this::submit))
                    .addMethod(Methods.FIND, ServerCalls.asyncUnaryCall(this::find))
                    .addMethod(Methods.READ, ServerCalls.asyncUnaryCall(this::read))
                    .addMethod(Methods.STATUS, ServerCalls.asyncUnaryCall(this::status))
                    .build())
            .build()
            .start();
    port = server.getPort();
  }

  /** What a user would give on the command line. */
  Map<String, String> properties() {
    return Map.of(
        "relational.nodes",
        "127.0.0.1:" + port,
        "relational.cluster",
        "fake",
        "relational.key",
        key.toString());
  }

  synchronized long height() {
    return height;
  }

  /** The next calls of records or procedures end so, without effect. */
  synchronized void decide(Outcome... next) {
    outcomes.addAll(List.of(next));
  }

  /** All calls but those for the status fail so from now on. */
  synchronized void failWith(Status status) {
    failure = status;
  }

  /** Transactions take effect, but nobody is told. */
  synchronized void keepSilent(boolean whether) {
    silent = whether;
  }

  synchronized int definitions() {
    return definitions;
  }

  private synchronized void submit(SubmitRequest request, StreamObserver<Result> observer) {
    if (!failure.isOk()) {
      observer.onError(failure.asRuntimeException());
      return;
    }
    TransactionBody body;
    try {
      body = TransactionBody.parseFrom(request.getTransaction().getBody());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    Result result = results.computeIfAbsent(body.getNumber(), number -> execute(body));
    if (!silent) {
      answer(observer, request.getWaitMs() == 0 ? Result.getDefaultInstance() : result);
    }
  }

  private Result execute(TransactionBody body) {
    Result.Builder result = Result.newBuilder().setHeight(++height);
    for (Call call : body.getCallsList()) {
      version++;
      Outcome outcome = execute(call);
      result.addOutcomes(outcome);
      result.addValues(outcome == Outcome.OK ? value(call) : 0);
      if (outcome != Outcome.OK) {
        result.setDetail("as decided");
      }
    }
    return result.build();
  }

  /** As the chain tells it: what a procedure returns, or the version that records got. */
  private long value(Call call) {
    if (call.hasProcedure()) {
      return call.getProcedure().getArgumentsCount();
    }
    return call.getRecords().getWritesCount() == 0 ? 0 : version;
  }

  private Outcome execute(Call call) {
    if (call.getDefinition().hasProcedure()) {
      definitions++;
      procedures.add(call.getDefinition().getProcedure());
      return Outcome.OK;
    }
    if (call.hasDefinition()) {
      return define(call.getDefinition().getTable());
    }
    if (call.hasProcedure()) {
      called.add(call.getProcedure());
      return outcomes.isEmpty() ? Outcome.OK : outcomes.remove();
    }
    return execute(call.getRecords());
  }

  /** Those that were defined, in this order. */
  synchronized List<ProcedureDefinition> procedures() {
    return List.copyOf(procedures);
  }

  /** Calls of procedures, in this order. */
  synchronized List<ProcedureCall> called() {
    return List.copyOf(called);
  }

  private Outcome define(TableDefinition definition) {
    definitions++;
    if (definition.getTable().length() > 40) {
      return Outcome.REFUSED;
    }
    tables.computeIfAbsent(definition.getTable(), table -> new TreeMap<>());
    columns
        .computeIfAbsent(definition.getTable(), table -> new HashSet<>())
        .addAll(definition.getFieldsList());
    return Outcome.OK;
  }

  private Outcome execute(RecordsCall call) {
    if (!outcomes.isEmpty()) {
      return outcomes.remove();
    }
    for (RecordRead read : call.getReadsList()) {
      TreeMap<String, Record> table = tables.get(read.getTable());
      if (table == null) {
        return Outcome.UNDEFINED;
      }
      Record record = table.get(read.getKey());
      if ((record == null ? 0 : record.getVersion()) != read.getVersion()) {
        return Outcome.ABORTED;
      }
    }
    for (RecordWrite write : call.getWritesList()) {
      Outcome outcome = execute(write);
      if (outcome != Outcome.OK) {
        return outcome;
      }
    }
    return Outcome.OK;
  }

  private Outcome execute(RecordWrite write) {
    TreeMap<String, Record> table = tables.get(write.getTable());
    if (table == null
        || !columns
            .get(write.getTable())
            .containsAll(write.getFieldsList().stream().map(Field::getName).toList())) {
      return Outcome.UNDEFINED;
    }
    Record old = table.get(write.getKey());
    if (write.getKind() == RecordWrite.Kind.DELETE) {
      return table.remove(write.getKey()) == null ? Outcome.NOT_FOUND : Outcome.OK;
    }
    Map<String, Field> fields = new TreeMap<>();
    if (write.getKind() == RecordWrite.Kind.MERGE && old != null) {
      old.getFieldsList().forEach(field -> fields.put(field.getName(), field));
    }
    write.getFieldsList().forEach(field -> fields.put(field.getName(), field));
    table.put(
        write.getKey(),
        Record.newBuilder()
            .setKey(write.getKey())
            .setVersion(version)
            .addAllFields(fields.values())
            .build());
    return Outcome.OK;
  }

  private synchronized void find(FindRequest request, StreamObserver<Result> observer) {
    answer(observer, results.getOrDefault(request.getNumber(), Result.getDefaultInstance()));
  }

  private synchronized void read(ReadRequest request, StreamObserver<ReadReply> observer) {
    if (!failure.isOk()) {
      observer.onError(failure.asRuntimeException());
      return;
    }
    ReadReply.Builder reply = ReadReply.newBuilder().setHeight(height);
    TreeMap<String, Record> table = tables.getOrDefault(request.getTable(), new TreeMap<>());
    if (request.getCount() > 0) {
      table.tailMap(request.getKey()).values().stream()
          .limit(request.getCount())
          .forEach(reply::addRecords);
    } else if (table.containsKey(request.getKey())) {
      reply.addRecords(table.get(request.getKey()));
    }
    answer(observer, reply.build());
  }

  private synchronized void status(StatusRequest request, StreamObserver<StatusReply> observer) {
    answer(observer, StatusReply.newBuilder().setNode("node1").setHeight(height).build());
  }

  private static <A> void answer(StreamObserver<A> observer, A answer) {
    observer.onNext(answer);
    observer.onCompleted();
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      server.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
