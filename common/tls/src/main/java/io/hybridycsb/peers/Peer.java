package io.hybridycsb.peers;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/** A connection, and what it has taken. */
final class Peer {
  enum Kind {
    STRANGER,
    CLIENT,
    NODE
  }

  /** What tells it from all others: a port may be reached at several addresses. */
  record Ends(SocketAddress remote, SocketAddress local) {}

  /** Changed with the monitor of {@link Peers} alone, as are the next two. */
  volatile Kind kind = Kind.STRANGER;

  /** The node's name, if it is one. */
  String node;

  /** Whether it has a place. */
  boolean isCounted;

  private final Channel channel;
  private final Ends ends;
  private final Set<PeerStream> streams = new LinkedHashSet<>();
  private long lastNanos;
  private long arriving;
  private boolean ended;
  private String refusal = "";

  Peer(Channel channel, long now) {
    this.channel = channel;
    ends = new Ends(channel.remoteAddress(), channel.localAddress());
    lastNanos = now;
  }

  Channel channel() {
    return channel;
  }

  /** With nulls if it had gone before it was accepted. */
  Ends ends() {
    return ends;
  }

  /** The host that it comes from; null if that isn't known. */
  InetAddress host() {
    return ends.remote() instanceof InetSocketAddress from ? from.getAddress() : null;
  }

  /** Says why it is about to be closed; false if that is said already. */
  synchronized boolean refuse(String why) {
    boolean first = refusal.isEmpty();
    refusal = first ? why : refusal;
    return first;
  }

  /** Why it is about to be closed; empty: it isn't. */
  synchronized String refusal() {
    return refusal;
  }

  synchronized void add(PeerStream stream) {
    streams.add(stream);
  }

  /** Returns the bytes that were on their way in. */
  synchronized long remove(PeerStream stream, long now) {
    if (streams.remove(stream)) {
      lastNanos = now;
    }
    return finished(stream);
  }

  /** Returns the bytes of all messages that are not whole; -1 if it has ended. */
  synchronized long arrived(PeerStream stream, long bytes, long now) {
    if (ended) {
      return -1;
    }
    if (stream.arriving == 0) {
      stream.beganNanos = now;
    }
    stream.arriving += bytes;
    arriving += bytes;
    return arriving;
  }

  /** A message is whole; returns the bytes that no longer are on their way in. */
  synchronized long whole(PeerStream stream, long now) {
    lastNanos = now;
    stream.received++;
    return finished(stream);
  }

  synchronized void answered(PeerStream stream, long now) {
    lastNanos = now;
    stream.answered++;
  }

  private long finished(PeerStream stream) {
    long bytes = ended ? 0 : stream.arriving;
    stream.arriving = 0;
    arriving -= bytes;
    return bytes;
  }

  synchronized int silentStreams() {
    return (int) streams.stream().filter(stream -> stream.received == 0).count();
  }

  /** Whether it waits for an answer. */
  synchronized boolean isWaiting() {
    return streams.stream().anyMatch(PeerStream::isWaiting);
  }

  /** For how long it has given no message and got no answer. */
  synchronized long quietNanos(long now) {
    return now - lastNanos;
  }

  /** Whether it does nothing. One without a stream is left to gRPC at first, which says goodbye. */
  synchronized boolean isQuiet(long now, long quietNanos) {
    long most = streams.isEmpty() ? 2 * quietNanos : quietNanos;
    return now - lastNanos >= most && !isWaiting();
  }

  /** Whether a call has been answered, and the answer isn't sent: it isn't read. */
  synchronized boolean leavesAnswers() {
    return streams.stream().anyMatch(stream -> stream.isUnary() && stream.answered > 0);
  }

  /** For how long a message has not become whole, or a stream has had none; 0: there is no such. */
  synchronized long unfinishedNanos(long now) {
    return longest(now, stream -> stream.arriving > 0 || stream.received == 0);
  }

  /** The same of messages that have begun. */
  synchronized long arrivingNanos(long now) {
    return longest(now, stream -> stream.arriving > 0);
  }

  private long longest(long now, Predicate<PeerStream> counts) {
    return streams.stream()
        .filter(counts)
        .mapToLong(stream -> now - stream.beganNanos)
        .max()
        .orElse(0);
  }

  /** Ends it; returns the bytes that were on their way in, or -1 if it had ended before. */
  long end() {
    long bytes;
    synchronized (this) {
      if (ended) {
        return -1;
      }
      ended = true;
      bytes = arriving;
      arriving = 0;
    }
    close();
    return bytes;
  }

  /** At once, past HTTP/2's own end, which waits for streams. */
  void close() {
    ChannelHandlerContext first = channel.pipeline().firstContext();
    if (first != null) {
      first.close();
    }
  }
}
