package io.hybridycsb.ycsb.fabric;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.hyperledger.fabric.protos.common.ChannelHeader;
import org.hyperledger.fabric.protos.common.Envelope;
import org.hyperledger.fabric.protos.common.Header;
import org.hyperledger.fabric.protos.common.Payload;
import org.hyperledger.fabric.protos.gateway.CommitStatusRequest;
import org.hyperledger.fabric.protos.gateway.CommitStatusResponse;
import org.hyperledger.fabric.protos.gateway.EndorseRequest;
import org.hyperledger.fabric.protos.gateway.EndorseResponse;
import org.hyperledger.fabric.protos.gateway.EvaluateRequest;
import org.hyperledger.fabric.protos.gateway.EvaluateResponse;
import org.hyperledger.fabric.protos.gateway.GatewayGrpc;
import org.hyperledger.fabric.protos.gateway.SignedCommitStatusRequest;
import org.hyperledger.fabric.protos.gateway.SubmitRequest;
import org.hyperledger.fabric.protos.gateway.SubmitResponse;
import org.hyperledger.fabric.protos.peer.ChaincodeAction;
import org.hyperledger.fabric.protos.peer.ChaincodeActionPayload;
import org.hyperledger.fabric.protos.peer.ChaincodeEndorsedAction;
import org.hyperledger.fabric.protos.peer.ProposalResponsePayload;
import org.hyperledger.fabric.protos.peer.Response;
import org.hyperledger.fabric.protos.peer.Transaction;
import org.hyperledger.fabric.protos.peer.TransactionAction;
import org.hyperledger.fabric.protos.peer.TxValidationCode;

/** As much of a peer's gateway as the binding calls, with failures on demand. */
final class FakeGateway extends GatewayGrpc.GatewayImplBase implements AutoCloseable {
  /** The block that all transactions are in. */
  static final long BLOCK = 7;

  private final FakeOrderer orderer = new FakeOrderer();
  private final Server server;
  private final List<String> calls = new ArrayList<>();
  private final Map<String, Status> failures = new HashMap<>();
  private TxValidationCode outcome = TxValidationCode.VALID;
  private boolean silent;

  FakeGateway() throws IOException {
    server =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(this)
            .addService(orderer)
            .build()
            .start();
  }

  /** The orderer that listens at the same address. */
  FakeOrderer orderer() {
    return orderer;
  }

  String address() {
    return "127.0.0.1:" + port();
  }

  int port() {
    return server.getPort();
  }

  /**
   * Fails each further call of one kind.
   *
   * @param call as {@link #calls} names it
   */
  synchronized void fail(String call, Status status) {
    failures.put(call, status);
  }

  /** What becomes of transactions. */
  synchronized void validateAs(TxValidationCode code) {
    outcome = code;
  }

  /** Answers no question for a commit status. */
  synchronized void keepSilent(boolean isSilent) {
    silent = isSilent;
  }

  /** What was called so far, but for the pings at the start. */
  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  synchronized void forgetCalls() {
    calls.clear();
  }

  private <T> void answer(String call, StreamObserver<T> observer, T answer) {
    Status status = failures.getOrDefault(call, Status.OK);
    if (status.isOk()) {
      observer.onNext(answer);
      observer.onCompleted();
    } else {
      observer.onError(new StatusRuntimeException(status));
    }
  }

  @Override
  public synchronized void evaluate(
      EvaluateRequest request, StreamObserver<EvaluateResponse> observer) {
    calls.add("evaluate");
    answer(
        "evaluate",
        observer,
        EvaluateResponse.newBuilder().setResult(Response.newBuilder().setStatus(200)).build());
  }

  @Override
  public synchronized void endorse(
      EndorseRequest request, StreamObserver<EndorseResponse> observer) {
    calls.add("endorse");
    answer(
        "endorse",
        observer,
        EndorseResponse.newBuilder()
            .setPreparedTransaction(envelope(request.getTransactionId()))
            .build());
  }

  /** A transaction that has done nothing. */
  private static Envelope envelope(String transactionId) {
    ByteString action =
        ChaincodeAction.newBuilder()
            .setResponse(Response.newBuilder().setStatus(200))
            .build()
            .toByteString();
    ByteString response =
        ProposalResponsePayload.newBuilder().setExtension(action).build().toByteString();
    ByteString payload =
        ChaincodeActionPayload.newBuilder()
            .setAction(ChaincodeEndorsedAction.newBuilder().setProposalResponsePayload(response))
            .build()
            .toByteString();
    ByteString transaction =
        Transaction.newBuilder()
            .addActions(TransactionAction.newBuilder().setPayload(payload))
            .build()
            .toByteString();
    ByteString header =
        ChannelHeader.newBuilder()
            .setChannelId("ycsb")
            .setTxId(transactionId)
            .build()
            .toByteString();
    return Envelope.newBuilder()
        .setPayload(
            Payload.newBuilder()
                .setHeader(Header.newBuilder().setChannelHeader(header))
                .setData(transaction)
                .build()
                .toByteString())
        .build();
  }

  @Override
  public synchronized void submit(SubmitRequest request, StreamObserver<SubmitResponse> observer) {
    calls.add("submit");
    answer("submit", observer, SubmitResponse.getDefaultInstance());
  }

  @Override
  public synchronized void commitStatus(
      SignedCommitStatusRequest request, StreamObserver<CommitStatusResponse> observer) {
    calls.add("status");
    if (!isSigned(request)) {
      observer.onError(new StatusRuntimeException(Status.PERMISSION_DENIED));
    } else if (!silent) {
      answer(
          "status",
          observer,
          CommitStatusResponse.newBuilder().setResult(outcome).setBlockNumber(BLOCK).build());
    }
  }

  private static boolean isSigned(SignedCommitStatusRequest request) {
    try {
      return !request.getSignature().isEmpty()
          && !CommitStatusRequest.parseFrom(request.getRequest()).getTransactionId().isEmpty();
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  @Override
  public void close() throws InterruptedException {
    server.shutdownNow();
    server.awaitTermination(10, TimeUnit.SECONDS);
  }
}
