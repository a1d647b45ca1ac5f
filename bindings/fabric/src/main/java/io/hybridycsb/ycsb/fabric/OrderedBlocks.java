package io.hybridycsb.ycsb.fabric;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hyperledger.fabric.protos.common.Block;
import org.hyperledger.fabric.protos.common.ChannelHeader;
import org.hyperledger.fabric.protos.common.Envelope;
import org.hyperledger.fabric.protos.common.Header;
import org.hyperledger.fabric.protos.common.HeaderType;
import org.hyperledger.fabric.protos.common.Payload;
import org.hyperledger.fabric.protos.common.SignatureHeader;
import org.hyperledger.fabric.protos.orderer.AtomicBroadcastGrpc;
import org.hyperledger.fabric.protos.orderer.DeliverResponse;
import org.hyperledger.fabric.protos.orderer.SeekInfo;
import org.hyperledger.fabric.protos.orderer.SeekNewest;
import org.hyperledger.fabric.protos.orderer.SeekPosition;
import org.hyperledger.fabric.protos.orderer.SeekSpecified;
import site.ycsb.measurements.Measurements;

/**
 * When an orderer has had each block: the moment from which peers can have it too. Only the blocks'
 * headers are sent, and only the last ones are remembered. So the phases of committed transactions
 * are measured, as YCSB measures operations: EXECUTE until all endorsements have come, ORDER until
 * the transaction's block has come from an orderer, VALIDATE until the peer asked has committed it.
 */
final class OrderedBlocks implements AutoCloseable {
  private static final long NONE = Long.MAX_VALUE;
  private static final int REMEMBERED = 10_000;
  private static final int NONCE_BYTES = 24;
  private static final long CLOSE_MS = 5_000;

  private final Map<Long, Long> seenNs = new ConcurrentHashMap<>();
  private final ManagedChannel channel;
  private final Consumer<String> notices;
  private volatile long first = NONE;
  private volatile boolean closed;

  /**
   * Follows the newest blocks, without waiting for the first.
   *
   * @param notices told once, if the orderer sends no more
   */
  OrderedBlocks(
      String orderer,
      ChannelCredentials credentials,
      String channelName,
      ClientIdentity client,
      Consumer<String> notices) {
    this.notices = notices;
    this.channel = Grpc.newChannelBuilder(orderer, credentials).build();
    StreamObserver<Envelope> requests =
        AtomicBroadcastGrpc.newStub(channel).withWaitForReady().deliver(new Arrivals(orderer));
    requests.onNext(request(channelName, client));
  }

  /**
   * Measures a committed transaction, if the orderer sends its blocks.
   *
   * @param block that the transaction is in
   */
  void measure(long startNs, long endorsedNs, long committedNs, long block) {
    orderedNs(block, committedNs)
        .ifPresent(
            orderedNs -> {
              measure("EXECUTE", endorsedNs - startNs);
              measure("ORDER", orderedNs - endorsedNs);
              measure("VALIDATE", committedNs - orderedNs);
            });
  }

  private static void measure(String phase, long ns) {
    Measurements.getMeasurements().measure(phase, (int) TimeUnit.NANOSECONDS.toMicros(ns));
  }

  /**
   * The moment from which a peer can have had the block: when it came from the orderer. If the peer
   * had committed it earlier, from another orderer, that moment counts. Empty if the orderer sends
   * no blocks.
   *
   * @param committedNs when the peer had committed it, as {@link System#nanoTime} tells
   */
  OptionalLong orderedNs(long block, long committedNs) {
    Long seen = seenNs.get(block);
    if (seen == null) {
      return closed || block < first ? OptionalLong.empty() : OptionalLong.of(committedNs);
    }
    return OptionalLong.of(Math.min(seen, committedNs));
  }

  private final class Arrivals implements StreamObserver<DeliverResponse> {
    private final String orderer;

    Arrivals(String orderer) {
      this.orderer = orderer;
    }

    @Override
    public void onNext(DeliverResponse response) {
      if (response.getTypeCase() == DeliverResponse.TypeCase.BLOCK) {
        Block block = response.getBlock();
        long number = block.getHeader().getNumber();
        seenNs.put(number, System.nanoTime());
        seenNs.remove(number - REMEMBERED);
        first = Math.min(first, number);
      } else {
        ended(response.getStatus().toString());
      }
    }

    @Override
    public void onError(Throwable e) {
      ended(e.getMessage());
    }

    @Override
    public void onCompleted() {
      ended("the stream has ended");
    }

    private void ended(String why) {
      if (!closed) {
        closed = true;
        notices.accept(
            "phases are measured no longer: orderer %s sends no blocks: %s"
                .formatted(orderer, why));
      }
    }
  }

  private static Envelope request(String channelName, ClientIdentity client) {
    SeekInfo seek =
        SeekInfo.newBuilder()
            .setStart(SeekPosition.newBuilder().setNewest(SeekNewest.getDefaultInstance()))
            .setStop(
                SeekPosition.newBuilder()
                    .setSpecified(SeekSpecified.newBuilder().setNumber(Long.MAX_VALUE)))
            .setBehavior(SeekInfo.SeekBehavior.BLOCK_UNTIL_READY)
            .setContentType(SeekInfo.SeekContentType.HEADER_WITH_SIG)
            .build();
    Instant now = Instant.now();
    ChannelHeader channelHeader =
        ChannelHeader.newBuilder()
            .setType(HeaderType.DELIVER_SEEK_INFO_VALUE)
            .setChannelId(channelName)
            .setTimestamp(
                Timestamp.newBuilder().setSeconds(now.getEpochSecond()).setNanos(now.getNano()))
            .build();
    byte[] nonce = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(nonce);
    SignatureHeader signatureHeader =
        SignatureHeader.newBuilder()
            .setCreator(client.serialized())
            .setNonce(ByteString.copyFrom(nonce))
            .build();
    byte[] payload =
        Payload.newBuilder()
            .setHeader(
                Header.newBuilder()
                    .setChannelHeader(channelHeader.toByteString())
                    .setSignatureHeader(signatureHeader.toByteString()))
            .setData(seek.toByteString())
            .build()
            .toByteArray();
    return Envelope.newBuilder()
        .setPayload(ByteString.copyFrom(payload))
        .setSignature(ByteString.copyFrom(signature(payload, client)))
        .build();
  }

  private static byte[] signature(byte[] message, ClientIdentity client) {
    try {
      return client.signer().sign(MessageDigest.getInstance("SHA-256").digest(message));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("can't sign with the client's key", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    channel.shutdownNow();
    try {
      channel.awaitTermination(CLOSE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
