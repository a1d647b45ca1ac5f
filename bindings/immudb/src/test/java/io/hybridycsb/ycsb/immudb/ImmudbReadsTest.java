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
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KeyRequest;
import io.hybridycsb.immudb.wire.OpenSessionRequest;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.immudb.wire.VerifiableGetRequest;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.ProvableReads.Answer;
import io.hybridycsb.ycsb.support.ProvableReads.Proven;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that has one record, says that there is no other, and proves nothing. */
class ImmudbReadsTest {
  private static final String SERVICE = "immudb.schema.ImmuService";

  private Server server;
  private Immudb client;
  private ImmudbReads reads;
  private Supplier<Entry> read = ImmudbReadsTest::absent;

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
                        answer(() -> OpenSessionResponse.newBuilder().setServerUUID("s").build()))
                    .addMethod(
                        method(
                            "CurrentState",
                            Empty.getDefaultInstance(),
                            ImmutableState.getDefaultInstance()),
                        answer(ImmutableState::getDefaultInstance))
                    .addMethod(
                        method("Get", KeyRequest.getDefaultInstance(), Entry.getDefaultInstance()),
                        answer(() -> read.get()))
                    .addMethod(
                        method(
                            "VerifiableGet",
                            VerifiableGetRequest.getDefaultInstance(),
                            VerifiableEntry.getDefaultInstance()),
                        answer(VerifiableEntry::getDefaultInstance))
                    .build())
            .build()
            .start();
    client =
        Immudb.open(
            new io.hybridycsb.immudb.client.Server(
                "127.0.0.1:" + server.getPort(), "hybrid", "immudb", "immudb", 1, 30_000),
            Optional.empty());
    reads = new ImmudbReads(client);
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

  private static <Q, A> ServerCallHandler<Q, A> answer(Supplier<A> answer) {
    return ServerCalls.asyncUnaryCall(
        (request, observer) -> {
          try {
            observer.onNext(answer.get());
            observer.onCompleted();
          } catch (StatusRuntimeException e) {
            observer.onError(e);
          }
        });
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
