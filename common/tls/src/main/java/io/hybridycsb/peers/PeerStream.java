package io.hybridycsb.peers;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Grpc;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** A stream of a connection, as the transport sees it: bytes count as they arrive. */
public final class PeerStream extends ServerStreamTracer {
  private static final Context.Key<PeerStream> CURRENT = Context.key("peer-stream");

  /** What a piece of a message takes beside its bytes: the buffer that it keeps. */
  private static final int PIECE_BYTES = 256;

  /** In this time a peer may read why it is refused. */
  private static final int REFUSED_CLOSE_MS = 1_000;

  /** For the monitor of the peer, as are the next ones. */
  long arriving;

  long beganNanos;
  long received;
  long answered;

  private final Peers peers;
  private final AtomicBoolean isSilent = new AtomicBoolean(true);

  /** Empty until the call has started, and if the connection has ended by then. */
  private volatile Optional<Peer> peer = Optional.empty();

  /** Its end may come, on another thread, before its start. */
  private volatile boolean closed;

  private volatile boolean isUnary;
  private volatile BooleanSupplier waiting = () -> received > answered;

  PeerStream(Peers peers) {
    this.peers = peers;
    beganNanos = peers.now();
  }

  /** The stream whose call is being started. */
  public static PeerStream current() {
    return CURRENT.get();
  }

  /**
   * Says by what to know whether an answer is owed, where requests and answers aren't one message
   * each.
   */
  public void waitsWhile(BooleanSupplier isWaiting) {
    waiting = isWaiting;
  }

  boolean isWaiting() {
    return waiting.getAsBoolean();
  }

  /** Says that it has one request, which is whole when its sender has said that it is. */
  void setUnary() {
    isUnary = true;
  }

  boolean isUnary() {
    return isUnary;
  }

  /** Whether its connection has shown no key. */
  public boolean isStranger() {
    return peer.isEmpty() || peer.get().kind == Peer.Kind.STRANGER;
  }

  /**
   * Makes its connection that of a client that has shown its key.
   *
   * @return false if there are as many already as may be
   */
  public boolean admitClient() {
    return peer.isEmpty() || peers.makeClient(peer.get());
  }

  /**
   * Makes its connection that of a node that has shown its key. Nodes have places of their own; the
   * quietest of the same node gives way.
   */
  public void admitNode(String name) {
    peer.ifPresent(owner -> peers.makeNode(owner, name));
  }

  /** Closes its connection soon, so that the peer may read why. */
  public void refuse(String why) {
    peer.filter(owner -> owner.refuse(why))
        .ifPresent(owner -> peers.closeLater(owner, why, REFUSED_CLOSE_MS));
  }

  /** Why its connection is refused; empty: it isn't. */
  public String refusal() {
    return peer.map(Peer::refusal).orElse("");
  }

  /** Closes its connection now. */
  public void end(String why) {
    peer.ifPresent(owner -> peers.end(owner, why));
  }

  /** Closes its connection after some time, unless it has ended by then. */
  public void closeLater(long delayMs) {
    peer.ifPresent(owner -> peers.closeLater(owner, "", delayMs));
  }

  /** The host that it comes from; null if that isn't known. */
  public InetAddress host() {
    return peer.map(Peer::host).orElse(null);
  }

  @Override
  public Context filterContext(Context context) {
    return context.withValue(CURRENT, this);
  }

  @Override
  public void serverCallStarted(ServerCallInfo<?, ?> call) {
    Attributes transport = call.getAttributes();
    peer =
        peers.started(
            this,
            new Peer.Ends(
                transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
                transport.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR)));
    if (closed) {
      leave();
    }
  }

  @Override
  public void inboundWireSize(long bytes) {
    peer.ifPresent(owner -> peers.arrived(owner, this, bytes + PIECE_BYTES));
  }

  @Override
  public void inboundMessageRead(int number, long wireSize, long size) {
    if (!isUnary) {
      requestIsWhole();
    }
  }

  /** A request is whole. */
  void requestIsWhole() {
    peer.ifPresent(
        owner -> {
          endSilence();
          peers.gone(owner.whole(this, peers.now()));
        });
  }

  @Override
  public void outboundMessage(int number) {
    peer.ifPresent(owner -> owner.answered(this, peers.now()));
  }

  @Override
  public void streamClosed(Status status) {
    closed = true;
    leave();
  }

  /** Once or twice. */
  private void leave() {
    peer.ifPresent(
        owner -> {
          endSilence();
          peers.gone(owner.remove(this, peers.now()));
        });
  }

  private void endSilence() {
    if (isSilent.compareAndSet(true, false)) {
      peers.notSilent();
    }
  }
}
