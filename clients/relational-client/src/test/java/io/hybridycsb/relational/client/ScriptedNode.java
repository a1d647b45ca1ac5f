package io.hybridycsb.relational.client;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.relational.proto.FindRequest;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.StatusReply;
import io.hybridycsb.relational.proto.StatusRequest;
import io.hybridycsb.relational.proto.SubmitRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/** A server that answers a client's calls as a test says. It executes and orders nothing. */
final class ScriptedNode implements AutoCloseable {
  private final Server server;
  private final List<SubmitRequest> submitted = new ArrayList<>();
  private final List<ReadRequest> reads = new ArrayList<>();
  private Function<SubmitRequest, Result> submit = request -> Result.getDefaultInstance();
  private Function<ReadRequest, ReadReply> read = request -> ReadReply.getDefaultInstance();
  private Predicate<SubmitRequest> refused = request -> false;
  private Result found = Result.getDefaultInstance();
  private Status failure = Status.OK;
  private boolean silent;

  ScriptedNode() throws IOException {
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
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  synchronized void onSubmit(Function<SubmitRequest, Result> answer) {
    submit = answer;
  }

  /** Such transactions are called wrong. */
  synchronized void refuse(Predicate<SubmitRequest> which) {
    refused = which;
  }

  synchronized void onRead(Function<ReadRequest, ReadReply> answer) {
    read = answer;
  }

  synchronized void onFind(Result answer) {
    found = answer;
  }

  /** All calls fail so from now on. */
  synchronized void failWith(Status status) {
    failure = status;
  }

  /** No call is answered from now on. */
  synchronized void keepSilent() {
    silent = true;
  }

  synchronized List<SubmitRequest> submitted() {
    return List.copyOf(submitted);
  }

  synchronized List<ReadRequest> reads() {
    return List.copyOf(reads);
  }

  private void submit(SubmitRequest request, StreamObserver<Result> observer) {
    Function<SubmitRequest, Result> answer;
    synchronized (this) {
      submitted.add(request);
      answer = submit;
      if (refused.test(request)) {
        observer.onError(Status.INVALID_ARGUMENT.asRuntimeException());
        return;
      }
    }
    answer(observer, answer.apply(request));
  }

  private synchronized void find(FindRequest request, StreamObserver<Result> observer) {
    answer(observer, found);
  }

  private synchronized void read(ReadRequest request, StreamObserver<ReadReply> observer) {
    reads.add(request);
    answer(observer, read.apply(request));
  }

  private synchronized void status(StatusRequest request, StreamObserver<StatusReply> observer) {
    answer(observer, StatusReply.newBuilder().setNode("node1").build());
  }

  private synchronized <A> void answer(StreamObserver<A> observer, A answer) {
    if (!failure.isOk()) {
      observer.onError(failure.asRuntimeException());
    } else if (!silent) {
      observer.onNext(answer);
      observer.onCompleted();
    }
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
