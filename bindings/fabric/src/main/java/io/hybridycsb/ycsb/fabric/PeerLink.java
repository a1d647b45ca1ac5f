package io.hybridycsb.ycsb.fabric;

import static io.hybridycsb.ycsb.fabric.FabricProperties.CHAINCODE;
import static io.hybridycsb.ycsb.fabric.FabricProperties.CHANNEL;
import static io.hybridycsb.ycsb.fabric.FabricProperties.CONCURRENCY;
import static io.hybridycsb.ycsb.fabric.FabricProperties.CONNECTIONS;

import com.google.protobuf.ByteString;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.hybridycsb.settings.PropertySet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.hyperledger.fabric.client.Commit;
import org.hyperledger.fabric.client.Contract;
import org.hyperledger.fabric.client.Gateway;
import org.hyperledger.fabric.client.Hash;
import org.hyperledger.fabric.client.Proposal;
import org.hyperledger.fabric.protos.gateway.CommitStatusRequest;
import org.hyperledger.fabric.protos.gateway.SignedCommitStatusRequest;

/**
 * A peer's gateway, over a few connections that all threads share. A peer limits the calls under
 * way, so further calls wait here.
 */
final class PeerLink implements AutoCloseable {
  private static final int MESSAGE_BYTES_MAX = 100 << 20;
  private static final long CLOSE_MS = 5_000;
  private static final long ATTEMPT_EVERY_NS = TimeUnit.SECONDS.toNanos(1);

  private final String address;
  private final PropertySet.Values properties;
  private final ByteString creator;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final List<Gateway> gateways = new ArrayList<>();
  private final Semaphore permits;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicLong attemptNs = new AtomicLong(System.nanoTime());

  /** Doesn't connect yet: the first call does. */
  PeerLink(
      String address,
      PropertySet.Values properties,
      ClientIdentity client,
      ChannelCredentials credentials) {
    this.address = address;
    this.properties = properties;
    this.creator = client.serialized();
    this.permits = new Semaphore(properties.get(CONCURRENCY), true);
    for (int i = 0; i < properties.get(CONNECTIONS); i++) {
      ManagedChannel channel =
          Grpc.newChannelBuilder(address, credentials)
              .maxInboundMessageSize(MESSAGE_BYTES_MAX)
              .build();
      channels.add(channel);
      gateways.add(
          Gateway.newInstance()
              .identity(client)
              .signer(client.signer())
              .hash(Hash.SHA256)
              .connection(channel)
              .connect());
    }
  }

  String address() {
    return address;
  }

  private Gateway gateway() {
    return gateways.get(Math.floorMod(next.getAndIncrement(), gateways.size()));
  }

  /** A call of the chaincode, signed when it is sent. */
  Proposal proposal(String function, byte[]... arguments) {
    Contract contract =
        gateway().getNetwork(properties.get(CHANNEL)).getContract(properties.get(CHAINCODE));
    return contract.newProposal(function).addArguments(arguments).build();
  }

  /** The question whether a transaction is committed. */
  Commit commit(String transactionId) {
    CommitStatusRequest request =
        CommitStatusRequest.newBuilder()
            .setTransactionId(transactionId)
            .setChannelId(properties.get(CHANNEL))
            .setIdentity(creator)
            .build();
    return gateway()
        .newCommit(
            SignedCommitStatusRequest.newBuilder()
                .setRequest(request.toByteString())
                .build()
                .toByteArray());
  }

  /** Ends the channels' pauses, which grow to two minutes, before the next attempt to connect. */
  private void connectSoon() {
    long last = attemptNs.get();
    long now = System.nanoTime();
    if (now - last >= ATTEMPT_EVERY_NS && attemptNs.compareAndSet(last, now)) {
      channels.forEach(ManagedChannel::resetConnectBackoff);
    }
  }

  interface Call<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Makes a call when few enough others are under way.
   *
   * @throws Overloaded if there are too many until the timeout
   */
  <T, E extends Exception> T calling(long timeoutNs, Call<T, E> call) throws E {
    try {
      if (!permits.tryAcquire(timeoutNs, TimeUnit.NANOSECONDS)) {
        throw new Overloaded(
            properties.get(CONCURRENCY) + " calls to " + address + " are under way");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Overloaded("interrupted");
    }
    connectSoon();
    try {
      return call.run();
    } finally {
      permits.release();
    }
  }

  /** The call was not made. */
  static final class Overloaded extends RuntimeException {
    Overloaded(String message) {
      super(message, null, false, false);
    }
  }

  @Override
  public void close() {
    gateways.forEach(Gateway::close);
    channels.forEach(ManagedChannel::shutdown);
    try {
      for (ManagedChannel channel : channels) {
        if (!channel.awaitTermination(CLOSE_MS, TimeUnit.MILLISECONDS)) {
          channel.shutdownNow();
        }
      }
    } catch (InterruptedException e) {
      channels.forEach(ManagedChannel::shutdownNow);
      Thread.currentThread().interrupt();
    }
  }
}
