package io.hybridycsb.cometbft.abci;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.cometbft.abci.proto.ExecTxResult;
import io.hybridycsb.cometbft.abci.proto.Request;
import io.hybridycsb.cometbft.abci.proto.RequestApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.RequestCheckTx;
import io.hybridycsb.cometbft.abci.proto.RequestFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.RequestInitChain;
import io.hybridycsb.cometbft.abci.proto.RequestLoadSnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.RequestOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.RequestPrepareProposal;
import io.hybridycsb.cometbft.abci.proto.RequestProcessProposal;
import io.hybridycsb.cometbft.abci.proto.RequestQuery;
import io.hybridycsb.cometbft.abci.proto.Response;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseCheckTx;
import io.hybridycsb.cometbft.abci.proto.ResponseCommit;
import io.hybridycsb.cometbft.abci.proto.ResponseEcho;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseFlush;
import io.hybridycsb.cometbft.abci.proto.ResponseInitChain;
import io.hybridycsb.cometbft.abci.proto.ResponseListSnapshots;
import io.hybridycsb.cometbft.abci.proto.ResponseLoadSnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.ResponsePrepareProposal;
import io.hybridycsb.cometbft.abci.proto.ResponseProcessProposal;
import io.hybridycsb.cometbft.abci.proto.ResponseProcessProposal.ProposalStatus;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Turns requests into the application's calls and its answers into responses. */
final class AbciCalls {
  private final AbciApplication application;

  /**
   * Held by calls that change the application or report its state. CometBFT makes them one after
   * the other; but when it was killed and started again, its last call may still run when the new
   * process makes its first. Fair, so that they keep their order.
   */
  private final ReentrantLock oneAtATime = new ReentrantLock(true);

  AbciCalls(AbciApplication application) {
    this.application = application;
  }

  Response answer(Request request) {
    Response.Builder response = Response.newBuilder();
    switch (request.getValueCase()) {
      case ECHO ->
          response.setEcho(ResponseEcho.newBuilder().setMessage(request.getEcho().getMessage()));
      case FLUSH -> response.setFlush(ResponseFlush.getDefaultInstance());
      case INFO -> response.setInfo(alone(application::info));
      case INIT_CHAIN -> response.setInitChain(alone(() -> initChain(request.getInitChain())));
      case QUERY -> response.setQuery(query(request.getQuery()));
      case CHECK_TX -> response.setCheckTx(checkTx(request.getCheckTx()));
      case PREPARE_PROPOSAL ->
          response.setPrepareProposal(alone(() -> prepare(request.getPrepareProposal())));
      case PROCESS_PROPOSAL ->
          response.setProcessProposal(alone(() -> process(request.getProcessProposal())));
      case FINALIZE_BLOCK ->
          response.setFinalizeBlock(alone(() -> finalizeBlock(request.getFinalizeBlock())));
      case COMMIT ->
          response.setCommit(
              ResponseCommit.newBuilder().setRetainHeight(alone(application::commit)));
      case LIST_SNAPSHOTS ->
          response.setListSnapshots(
              ResponseListSnapshots.newBuilder().addAllSnapshots(application.listSnapshots()));
      case OFFER_SNAPSHOT ->
          response.setOfferSnapshot(alone(() -> offerSnapshot(request.getOfferSnapshot())));
      case LOAD_SNAPSHOT_CHUNK ->
          response.setLoadSnapshotChunk(loadSnapshotChunk(request.getLoadSnapshotChunk()));
      case APPLY_SNAPSHOT_CHUNK ->
          response.setApplySnapshotChunk(
              alone(() -> applySnapshotChunk(request.getApplySnapshotChunk())));
      case VALUE_NOT_SET ->
          throw new UnsupportedOperationException(
              "CometBFT made a call that this application doesn't know; it speaks ABCI 2.0"
                  + " (CometBFT 0.38) without vote extensions");
    }
    return response.build();
  }

  private <T> T alone(Supplier<T> call) {
    oneAtATime.lock();
    try {
      return call.get();
    } finally {
      oneAtATime.unlock();
    }
  }

  private ResponseInitChain initChain(RequestInitChain request) {
    byte[] appHash = application.initChain(request.getChainId());
    return ResponseInitChain.newBuilder().setAppHash(wrap(appHash)).build();
  }

  private ResponseQuery query(RequestQuery request) {
    return application.query(
        request.getPath(), request.getData().toByteArray(), request.getHeight());
  }

  private ResponseCheckTx checkTx(RequestCheckTx request) {
    ExecTxResult result = application.checkTx(request.getTx().toByteArray());
    return ResponseCheckTx.newBuilder()
        .setCode(result.getCode())
        .setData(result.getData())
        .setLog(result.getLog())
        .build();
  }

  private ResponsePrepareProposal prepare(RequestPrepareProposal request) {
    List<byte[]> transactions =
        application.prepareProposal(request.getMaxTxBytes(), arrays(request.getTxsList()));
    ResponsePrepareProposal.Builder response = ResponsePrepareProposal.newBuilder();
    long bytes = 0;
    for (byte[] transaction : transactions) {
      bytes += AbciApplication.bytesInBlock(transaction.length);
      response.addTxs(wrap(transaction));
    }
    if (bytes > request.getMaxTxBytes()) {
      throw new IllegalStateException(
          "a proposal of " + bytes + " bytes where " + request.getMaxTxBytes() + " are allowed");
    }
    return response.build();
  }

  private ResponseProcessProposal process(RequestProcessProposal request) {
    boolean accepted =
        application.processProposal(
            new Block(
                request.getHeight(),
                request.getHash().toByteArray(),
                arrays(request.getTxsList()),
                request.getProposerAddress().toByteArray()));
    return ResponseProcessProposal.newBuilder()
        .setStatus(accepted ? ProposalStatus.ACCEPT : ProposalStatus.REJECT)
        .build();
  }

  private ResponseFinalizeBlock finalizeBlock(RequestFinalizeBlock request) {
    ResponseFinalizeBlock result =
        application.finalizeBlock(
            new Block(
                request.getHeight(),
                request.getHash().toByteArray(),
                arrays(request.getTxsList()),
                request.getProposerAddress().toByteArray()));
    if (result.getTxResultsCount() != request.getTxsCount()) {
      throw new IllegalStateException(
          result.getTxResultsCount() + " results for " + request.getTxsCount() + " transactions");
    }
    return result;
  }

  private ResponseOfferSnapshot offerSnapshot(RequestOfferSnapshot request) {
    ResponseOfferSnapshot.Result answer =
        application.offerSnapshot(request.getSnapshot(), request.getAppHash().toByteArray());
    return ResponseOfferSnapshot.newBuilder().setResult(answer).build();
  }

  private ResponseLoadSnapshotChunk loadSnapshotChunk(RequestLoadSnapshotChunk request) {
    byte[] chunk =
        application.loadSnapshotChunk(request.getHeight(), request.getFormat(), request.getChunk());
    return ResponseLoadSnapshotChunk.newBuilder().setChunk(wrap(chunk)).build();
  }

  private ResponseApplySnapshotChunk applySnapshotChunk(RequestApplySnapshotChunk request) {
    return application.applySnapshotChunk(
        request.getIndex(), request.getChunk().toByteArray(), request.getSender());
  }

  private static List<byte[]> arrays(List<ByteString> transactions) {
    List<byte[]> arrays = new ArrayList<>(transactions.size());
    for (ByteString transaction : transactions) {
      arrays.add(transaction.toByteArray());
    }
    return arrays;
  }

  /** Without a copy: the application doesn't change what it returned. */
  private static ByteString wrap(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }
}
