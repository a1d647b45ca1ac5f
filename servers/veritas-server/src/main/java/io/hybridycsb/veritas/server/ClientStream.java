package io.hybridycsb.veritas.server;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.hybridycsb.peers.PeerStream;
import io.hybridycsb.veritas.connection.FrameQueue;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.ClientConnection;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ServerFrame;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's stream of frames. It is read on only as fast as the client takes its answers, and
 * closed if a stranger doesn't keep up. What its requests and unread answers take is counted in
 * {@link ClientMemory}.
 */
final class ClientStream extends ServerCall.Listener<byte[]> implements ClientConnection {
  private static final Logger LOG = LoggerFactory.getLogger(ClientStream.class);
  private static final int REQUESTS_TAG =
      ClientFrame.REQUESTS_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

  /** gRPC gets no more frames while it has so many bytes to send. */
  private static final int SENDING_BYTES = 1 << 20;

  /** Of an answer, beside its encoded size. */
  private static final int ANSWER_BYTES = 128;

  private final ServerCall<byte[], ServerFrame> call;
  private final PeerStream peer;
  private final ClientGateway gateway;
  private final ClientRoom room;
  private final ClientMemory memory;
  private final FrameQueue<Response> responses = new FrameQueue<>(this::mayBeSent, this::send);
  private final AtomicInteger unanswered = new AtomicInteger();
  private final AtomicLong requestBytes = new AtomicLong();
  private final AtomicLong answerBytes = new AtomicLong();

  /** Of the answers that gRPC has got and may not have sent. */
  private final AtomicLong sendingBytes = new AtomicLong();

  private boolean wantsMore;

  /** Changed while holding the call's lock, as is whatever is sent. */
  private volatile boolean closed;

  ClientStream(
      ServerCall<byte[], ServerFrame> call,
      PeerStream peer,
      ClientGateway gateway,
      ClientRoom room) {
    this.call = call;
    this.peer = peer;
    this.gateway = gateway;
    this.room = room;
    memory = room.memory();
    peer.waitsWhile(this::isWaiting);
    call.setOnReadyThreshold(SENDING_BYTES);
    call.sendHeaders(new Metadata());
    call.request(2);
  }

  @Override
  public void onMessage(byte[] frame) {
    gateway.frames().received().increment();
    try {
      CodedInputStream in = CodedInputStream.newInstance(frame);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == REQUESTS_TAG) {
          int length = in.readRawVarint32();
          int from = in.getTotalBytesRead();
          in.skipRawBytes(length);
          accept(frame, from, length);
        } else {
          RequestBytes.skip(in, tag);
        }
      }
    } catch (IOException e) {
      end(Status.INVALID_ARGUMENT.withDescription("a frame of requests: " + e.getMessage()));
    }
    flush();
    // Left unread, bytes may come in frames that take many times as much.
    if (closed || call.isReady()) {
      call.request(1);
    } else if (peer.isStranger()) {
      peer.end("it goes on asking, and doesn't read its answers");
    } else {
      wantsMore = true;
    }
  }

  /** A request is parsed, and given to the node, only if there is room for it. */
  private void accept(byte[] frame, int from, int length) throws IOException {
    if (closed) {
      return;
    }
    if (room.isFull()) {
      refuse(RequestBytes.id(frame, from, length), Failure.Code.BUSY, room.full());
      return;
    }
    if (memory.isFull()) {
      gateway.endMostUnread(memory);
    }
    long bytes = RequestBytes.of(frame, from, length);
    if (bytes > memory.connectionMax()) {
      refuse(
          RequestBytes.id(frame, from, length),
          Failure.Code.INVALID,
          "the request takes %d bytes of memory, a connection at most %d (client.requests.bytes.max)"
              .formatted(bytes, memory.connectionMax()));
      return;
    }
    if (!memory.hasRoomFor(bytes, requestBytes.get() + answerBytes.get())) {
      refuse(
          RequestBytes.id(frame, from, length),
          Failure.Code.BUSY,
          ("requests and unread answers of this connection take %s bytes of memory, those"
                  + " of all %s; there is no room for more (client.requests.bytes.max)")
              .formatted(requestBytes.get() + answerBytes.get(), memory.taken()));
      return;
    }
    Request request = Request.parser().parseFrom(frame, from, length);
    room.calls().incrementAndGet();
    unanswered.incrementAndGet();
    requestBytes.addAndGet(bytes);
    memory.take(bytes);
    gateway.handle(new Call(this, request, bytes, System.nanoTime(), deadline(request)));
  }

  private long deadline(Request request) {
    int timeoutMs = request.getTimeoutMs();
    int most = room.timeoutMsMax();
    int boundedMs = timeoutMs <= 0 ? most : Math.min(timeoutMs, most);
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(boundedMs);
  }

  private void refuse(long id, Failure.Code code, String why) {
    enqueue(failure(id, code, why));
  }

  private static Response failure(long id, Failure.Code code, String why) {
    return Response.newBuilder()
        .setId(id)
        .setFailure(Failure.newBuilder().setCode(code).setMessage(why))
        .build();
  }

  @Override
  public void enqueue(Call answered, Response response) {
    unanswered.decrementAndGet();
    room.calls().decrementAndGet();
    requestBytes.addAndGet(-answered.bytes());
    memory.giveBack(answered.bytes());
    enqueue(response);
  }

  private void enqueue(Response whole) {
    Response response = fitting(whole);
    long bytes = bytesOf(response);
    memory.take(bytes);
    if (answerBytes.getAndAdd(bytes) > memory.connectionMax()) {
      endUnread();
    }
    responses.add(response);
  }

  /** A message that the client doesn't take would end its stream, and with it all other calls. */
  private static Response fitting(Response response) {
    int bytes = response.getSerializedSize();
    if (bytes <= VeritasMethod.CALL_BYTES_MAX) {
      return response;
    }
    return failure(
        response.getId(),
        Failure.Code.INVALID,
        "the answer has %s bytes; at most %s can be sent: ask for less at once"
            .formatted(bytes, VeritasMethod.CALL_BYTES_MAX));
  }

  private static long bytesOf(Response response) {
    return ANSWER_BYTES + response.getSerializedSize();
  }

  @Override
  public boolean takesAnswers() {
    long unread = answerBytes.get();
    if (memory.isFull()) {
      gateway.endMostUnread(memory);
    }
    return unread == 0 || (unread <= memory.connectionMax() / 2 && memory.hasRoomFor(0, unread));
  }

  /** Where its requests and answers count. */
  ClientMemory memory() {
    return memory;
  }

  /** Bytes of answers that the client hasn't taken. */
  long unreadBytes() {
    return closed ? 0 : answerBytes.get();
  }

  /** Ends the connection because too much is unread. */
  void endUnread() {
    if (closed) {
      return;
    }
    long unread = answerBytes.get();
    boolean ended =
        end(
            Status.RESOURCE_EXHAUSTED.withDescription(
                unread
                    + " bytes of answers are unread, more than allowed"
                    + " (client.requests.bytes.max)"));
    if (ended) {
      SocketAddress client = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      LOG.warn(
          "a client's connection from {} is ended: it left {} bytes of answers unread",
          client,
          unread);
      gateway.closeUnread(peer);
    }
  }

  /** Returns false if it had ended already, maybe by another thread. */
  private boolean end(Status status) {
    boolean ended;
    synchronized (call) {
      ended = !closed;
      if (ended) {
        closed = true;
        call.close(status, new Metadata());
      }
    }
    dropAnswers();
    return ended;
  }

  private void dropAnswers() {
    countSent();
    responses.flush();
  }

  private boolean mayBeSent() {
    return closed || call.isReady();
  }

  /** Sends answers; drops those of a stream that has ended. */
  private void send(List<Response> frame) {
    long bytes = frame.stream().mapToLong(ClientStream::bytesOf).sum();
    sendingBytes.addAndGet(bytes);
    synchronized (call) {
      if (!closed) {
        gateway.frames().sent().increment();
        call.sendMessage(ServerFrame.newBuilder().addAllResponses(frame).build());
      }
    }
    countSent();
  }

  private void countSent() {
    if (mayBeSent()) {
      long sent = sendingBytes.getAndSet(0);
      answerBytes.addAndGet(-sent);
      memory.giveBack(sent);
    }
  }

  /** Whether an answer is owed, or on its way. */
  private boolean isWaiting() {
    return unanswered.get() > 0 || answerBytes.get() > 0;
  }

  @Override
  public void flush() {
    responses.flush();
  }

  @Override
  public void onReady() {
    countSent();
    responses.flush();
    if (wantsMore && call.isReady()) {
      wantsMore = false;
      call.request(1);
    }
  }

  @Override
  public void onHalfClose() {
    end(Status.OK);
  }

  @Override
  public void onCancel() {
    ended();
  }

  @Override
  public void onComplete() {
    ended();
  }

  private void ended() {
    synchronized (call) {
      closed = true;
    }
    dropAnswers();
    gateway.ended(this);
  }
}
