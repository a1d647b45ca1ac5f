package io.hybridycsb.ycsb.immudb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.wire.Entries;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KeyRequest;
import io.hybridycsb.immudb.wire.OpenSessionRequest;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import io.hybridycsb.immudb.wire.ScanRequest;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.immudb.wire.VerifiableGetRequest;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.ProvableReads.Answer;
import io.hybridycsb.ycsb.support.ProvableReads.Proven;
import io.hybridycsb.ycsb.support.Row;
import io.hybridycsb.ycsb.support.Terminator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that answers what a test tells it to, and proves nothing. */
class ImmudbReadsTest {
  private static final String SERVICE = "immudb.schema.ImmuService";

  private Server server;
  private Immudb client;
  private ImmudbReads reads;
  private Supplier<Entry> read = ImmudbReadsTest::absent;
  private Function<ScanRequest, Entries> scan = any -> Entries.getDefaultInstance();

  @BeforeEach
  void connect() throws Exception {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder(SERVICE)
                    .addMethod(
                        method(
                            "OpenSession",
                            OpenSessionRequest.getDefaultInstance(),
                            OpenSessionResponse.getDefaultInstance()),
                        answer(any -> OpenSessionResponse.newBuilder().setServerUUID("s").build()))
                    .addMethod(
                        method(
                            "CurrentState",
                            Empty.getDefaultInstance(),
                            ImmutableState.getDefaultInstance()),
                        answer(any -> ImmutableState.getDefaultInstance()))
                    .addMethod(
                        method("Get", KeyRequest.getDefaultInstance(), Entry.getDefaultInstance()),
                        answer(any -> read.get()))
                    .addMethod(
                        method(
                            "VerifiableGet",
                            VerifiableGetRequest.getDefaultInstance(),
                            VerifiableEntry.getDefaultInstance()),
                        answer(any -> VerifiableEntry.getDefaultInstance()))
                    .addMethod(
                        method(
                            "Scan", ScanRequest.getDefaultInstance(), Entries.getDefaultInstance()),
                        answer((ScanRequest request) -> scan.apply(request)))
                    .build())
            .build()
            .start();
    client =
        Immudb.open(
            new io.hybridycsb.immudb.client.Server(
                address(), "hybrid", "immudb", "immudb", 1, 30_000),
            Optional.empty());
    reads = new ImmudbReads(client);
  }

  private String address() {
    return "127.0.0.1:" + server.getPort();
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.shutdownNow();
  }

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  private static <Q, A> ServerCallHandler<Q, A> answer(Function<Q, A> answer) {
    return ServerCalls.asyncUnaryCall(
        (request, observer) -> {
          try {
            observer.onNext(answer.apply(request));
            observer.onCompleted();
          } catch (StatusRuntimeException e) {
            observer.onError(e);
          }
        });
  }

  /** The next of three records, though more are asked for. */
  private static Entries next(ScanRequest request) {
    Entries.Builder page = Entries.newBuilder();
    Stream.of("a", "b", "c")
        .map(key -> ByteString.copyFrom(StateKey.of("usertable", key)))
        .filter(
            key ->
                ByteString.unsignedLexicographicalComparator().compare(key, request.getSeekKey())
                    >= 0)
        .findFirst()
        .ifPresent(
            key ->
                page.addEntries(
                    Entry.newBuilder()
                        .setKey(key)
                        .setTx(1)
                        .setValue(ByteString.copyFrom(RecordCodec.encode(Map.of())))));
    return page.build();
  }

  private static Entry absent() {
    throw Status.UNKNOWN.withDescription("key not found").asRuntimeException();
  }

  @Test
  void recordsThatAreAbsentAreToldAndNeverTakenForProven() {
    List<Answer> absent = List.of(reads.get("usertable", "a"), reads.get("usertable", "b"));

    Proven proven = reads.verify(absent);

    assertThat(proven.answers()).isEmpty();
    assertThat(proven.unproven()).contains("record a is absent, and immudb has no proof of that");
  }

  @Test
  void aScanGoesOnAfterAPageThatIsShort() throws Exception {
    scan = ImmudbReadsTest::next;
    Properties properties = new Properties();
    properties.setProperty("immudb.address", address());
    ImmudbDb db = new ImmudbDb(Terminator.EXIT);
    db.open(properties);

    assertThat(db.scanRecords("usertable", "a", 2, null))
        .extracting(Row::key)
        .containsExactly("a", "b");
    assertThat(db.scanRecords("usertable", "b", 9, null))
        .extracting(Row::key)
        .containsExactly("b", "c");
    db.close();
  }

  @Test
  void aLieIsFoundBehindARecordThatIsAbsent() {
    Answer absent = reads.get("usertable", "a");
    read =
        () ->
            Entry.newBuilder()
                .setTx(1)
                .setValue(ByteString.copyFrom(RecordCodec.encode(Map.of())))
                .build();
    Answer present = reads.get("usertable", "b");

    assertThatThrownBy(() -> reads.verify(List.of(absent, present)))
        .isInstanceOf(FailedOperation.class)
        .hasMessageContaining("the header of transaction 0 has the version 0, not 1");
  }
}
