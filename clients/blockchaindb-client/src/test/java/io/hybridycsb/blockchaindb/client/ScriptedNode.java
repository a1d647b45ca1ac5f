package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.ScanRequest;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** Something that speaks like a node and says what it is told to. */
final class ScriptedNode implements AutoCloseable {
  /** A hash of a block. */
  static final ByteString ANY_BLOCK = ByteString.copyFrom(new byte[32]);

  private final Server server;

  volatile Function<WriteRequest, WriteReply> write = question -> null;
  volatile Function<OutcomeRequest, WriteReply> outcome = question -> null;
  volatile Function<GetRequest, GetReply> get = question -> null;
  volatile Function<ScanRequest, ScanReply> scan = question -> null;
  volatile Function<ProofRequest, ProofReply> proof = question -> null;
  volatile Function<BlockRequest, BlockReply> block = question -> null;

  ScriptedNode() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder(Methods.SERVICE)
                    .addMethod(
                        Methods.WRITE,
                        ServerCalls.asyncUnaryCall((q, out) -> answer(out, write.apply(q))))
                    .addMethod(
                        Methods.OUTCOME,
                        ServerCalls.asyncUnaryCall((q, out) -> answer(out, outcome.apply(q))))
                    .addMethod(
                        Methods.GET,
                        ServerCalls.asyncUnaryCall((q, out) -> answer(out, get.apply(q))))
                    .addMethod(
                        Methods.SCAN,
                        ServerCalls.asyncUnaryCall((q, out) -> answer(out, scan.apply(q))))
                    .addMethod(
                        Methods.PROOF,
                        ServerCalls.asyncUnaryCall((q, out) -> answer(out, proof.apply(q))))
                    .addMethod(
                        Methods.BLOCK,
                        ServerCalls.asyncUnaryCall((q, out) -> answer(out, block.apply(q))))
                    .build())
            .build()
            .start();
  }

  /** Answers no question before that. */
  static <Q, A> Function<Q, A> after(CountDownLatch begin, Function<Q, A> answer) {
    return question -> {
      try {
        begin.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
      return answer.apply(question);
    };
  }

  private static <A> void answer(StreamObserver<A> out, A reply) {
    if (reply == null) {
      out.onError(Status.UNIMPLEMENTED.asRuntimeException());
      return;
    }
    out.onNext(reply);
    out.onCompleted();
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
