package io.hybridycsb.cometbft.abci;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.proto.Request;
import io.hybridycsb.cometbft.abci.proto.RequestApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.RequestCheckTx;
import io.hybridycsb.cometbft.abci.proto.RequestEcho;
import io.hybridycsb.cometbft.abci.proto.RequestFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.RequestFlush;
import io.hybridycsb.cometbft.abci.proto.RequestInfo;
import io.hybridycsb.cometbft.abci.proto.RequestOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.RequestPrepareProposal;
import io.hybridycsb.cometbft.abci.proto.RequestProcessProposal;
import io.hybridycsb.cometbft.abci.proto.Response;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.ResponseProcessProposal.ProposalStatus;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.List;

/** One connection as CometBFT makes it: each call followed by a Flush. */
final class FakeCometBft implements AutoCloseable {
  private static final Request FLUSH =
      Request.newBuilder().setFlush(RequestFlush.getDefaultInstance()).build();

  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;

  FakeCometBft(SocketAddress address) throws IOException {
    channel = SocketChannel.open(address);
    in = new BufferedInputStream(Channels.newInputStream(channel));
    out = Channels.newOutputStream(channel);
  }

  Response call(Request.Builder request) throws IOException {
    // Both at once: a server that ends the connection because of the call would leave a Flush that
    // comes later unread, and reset it.
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    request.build().writeDelimitedTo(both);
    FLUSH.writeDelimitedTo(both);
    both.writeTo(out);
    Response response = receive();
    if (response != null && !response.hasException()) {
      Response flushed = receive();
      if (flushed == null || !flushed.hasFlush()) {
        throw new IOException("no answer to Flush, but " + flushed);
      }
    }
    return response;
  }

  void send(Request.Builder request) throws IOException {
    request.build().writeDelimitedTo(out);
  }

  void flush() throws IOException {
    FLUSH.writeDelimitedTo(out);
  }

  void sendRaw(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /** The next response, or null where the server has closed the connection. */
  Response receive() throws IOException {
    return Response.parseDelimitedFrom(in);
  }

  Response echo(String message) throws IOException {
    return call(Request.newBuilder().setEcho(RequestEcho.newBuilder().setMessage(message)));
  }

  long info() throws IOException {
    return call(Request.newBuilder().setInfo(RequestInfo.getDefaultInstance()))
        .getInfo()
        .getLastBlockHeight();
  }

  Response check(String transaction) throws IOException {
    return call(
        Request.newBuilder()
            .setCheckTx(RequestCheckTx.newBuilder().setTx(ByteString.copyFromUtf8(transaction))));
  }

  Response prepare(String... transactions) throws IOException {
    RequestPrepareProposal.Builder request =
        RequestPrepareProposal.newBuilder().setMaxTxBytes(1_000);
    for (String transaction : transactions) {
      request.addTxs(ByteString.copyFromUtf8(transaction));
    }
    return call(Request.newBuilder().setPrepareProposal(request));
  }

  ProposalStatus process(List<ByteString> transactions) throws IOException {
    return call(Request.newBuilder()
            .setProcessProposal(
                RequestProcessProposal.newBuilder().setHeight(1).addAllTxs(transactions)))
        .getProcessProposal()
        .getStatus();
  }

  Response finalizeBlock(long height, List<ByteString> transactions) throws IOException {
    return call(
        Request.newBuilder()
            .setFinalizeBlock(
                RequestFinalizeBlock.newBuilder().setHeight(height).addAllTxs(transactions)));
  }

  ResponseOfferSnapshot.Result offer(Snapshot snapshot) throws IOException {
    return call(Request.newBuilder()
            .setOfferSnapshot(RequestOfferSnapshot.newBuilder().setSnapshot(snapshot)))
        .getOfferSnapshot()
        .getResult();
  }

  ResponseApplySnapshotChunk apply(ByteString chunk) throws IOException {
    return call(Request.newBuilder()
            .setApplySnapshotChunk(
                RequestApplySnapshotChunk.newBuilder()
                    .setIndex(7)
                    .setChunk(chunk)
                    .setSender("peer")))
        .getApplySnapshotChunk();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
