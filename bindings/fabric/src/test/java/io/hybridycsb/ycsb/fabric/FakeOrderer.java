package io.hybridycsb.ycsb.fabric;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import org.hyperledger.fabric.protos.common.Block;
import org.hyperledger.fabric.protos.common.BlockHeader;
import org.hyperledger.fabric.protos.common.ChannelHeader;
import org.hyperledger.fabric.protos.common.Envelope;
import org.hyperledger.fabric.protos.common.Payload;
import org.hyperledger.fabric.protos.common.Status;
import org.hyperledger.fabric.protos.orderer.AtomicBroadcastGrpc;
import org.hyperledger.fabric.protos.orderer.DeliverResponse;
import org.hyperledger.fabric.protos.orderer.SeekInfo;

/** As much of an orderer as the binding calls: it sends the blocks that a test tells it to. */
final class FakeOrderer extends AtomicBroadcastGrpc.AtomicBroadcastImplBase {
  private final List<StreamObserver<DeliverResponse>> followers = new ArrayList<>();

  @Override
  public StreamObserver<Envelope> deliver(StreamObserver<DeliverResponse> follower) {
    return new StreamObserver<>() {
      @Override
      public void onNext(Envelope envelope) {
        follow(envelope, follower);
      }

      @Override
      public void onError(Throwable e) {
        // The client has gone.
      }

      @Override
      public void onCompleted() {
        follower.onCompleted();
      }
    };
  }

  private synchronized void follow(Envelope envelope, StreamObserver<DeliverResponse> follower) {
    if (asksForHeaders(envelope)) {
      followers.add(follower);
    } else {
      follower.onNext(DeliverResponse.newBuilder().setStatus(Status.BAD_REQUEST).build());
    }
  }

  private static boolean asksForHeaders(Envelope envelope) {
    try {
      Payload payload = Payload.parseFrom(envelope.getPayload());
      ChannelHeader header = ChannelHeader.parseFrom(payload.getHeader().getChannelHeader());
      SeekInfo seek = SeekInfo.parseFrom(payload.getData());
      return !envelope.getSignature().isEmpty()
          && header.getChannelId().equals("ycsb")
          && header.hasTimestamp()
          && seek.getStart().hasNewest()
          && seek.getContentType() == SeekInfo.SeekContentType.HEADER_WITH_SIG;
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  synchronized boolean hasFollower() {
    return !followers.isEmpty();
  }

  synchronized void send(long block) {
    BlockHeader header = BlockHeader.newBuilder().setNumber(block).build();
    followers.forEach(
        one ->
            one.onNext(
                DeliverResponse.newBuilder()
                    .setBlock(Block.newBuilder().setHeader(header))
                    .build()));
  }

  /** Ends all streams as an orderer does that may send no more. */
  synchronized void refuse() {
    followers.forEach(
        one -> one.onNext(DeliverResponse.newBuilder().setStatus(Status.FORBIDDEN).build()));
  }
}
