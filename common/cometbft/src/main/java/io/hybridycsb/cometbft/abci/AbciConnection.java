package io.hybridycsb.cometbft.abci;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.cometbft.abci.proto.Request;
import io.hybridycsb.cometbft.abci.proto.Response;
import io.hybridycsb.cometbft.abci.proto.ResponseException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of CometBFT's connections: requests are answered in their order, sent on with a Flush. */
final class AbciConnection implements Runnable, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AbciConnection.class);
  private static final int BUFFER_BYTES = 64 * 1024;

  private final SocketChannel channel;
  private final AbciCalls calls;
  private final int messageBytesMax;
  private final Consumer<Throwable> failed;

  AbciConnection(
      SocketChannel channel, AbciCalls calls, int messageBytesMax, Consumer<Throwable> failed) {
    this.channel = channel;
    this.calls = calls;
    this.messageBytesMax = messageBytesMax;
    this.failed = failed;
  }

  /** Answers until CometBFT closes the connection, a request is unreadable, or a call fails. */
  @Override
  public void run() {
    try (channel) {
      if (channel.getLocalAddress() instanceof InetSocketAddress) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      InputStream in = new BufferedInputStream(Channels.newInputStream(channel), BUFFER_BYTES);
      OutputStream out = new BufferedOutputStream(new Pieces(), BUFFER_BYTES);
      boolean open = true;
      while (open) {
        Request request = read(in);
        open = request != null && answer(request, out);
      }
    } catch (InvalidProtocolBufferException e) {
      LOG.warn("a connection to abci.listen doesn't speak ABCI: {}", e.getMessage());
    } catch (IOException e) {
      LOG.info("a connection of CometBFT ended: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("closing a connection", e);
    }
  }

  /** The next request, or null where CometBFT has closed the connection. */
  private Request read(InputStream in) throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    int length = CodedInputStream.readRawVarint32(first, in);
    if (length < 0 || length > messageBytesMax) {
      throw new InvalidProtocolBufferException(
          "a message has at most %s bytes, not %s"
              .formatted(messageBytesMax, Integer.toUnsignedString(length)));
    }
    byte[] message = in.readNBytes(length);
    if (message.length < length) {
      throw new EOFException("closed within a message");
    }
    CodedInputStream coded = CodedInputStream.newInstance(message);
    // The message's array is used for nothing else, so its parts needn't be copied.
    coded.enableAliasing(true);
    return Request.parseFrom(coded);
  }

  private boolean answer(Request request, OutputStream out) throws IOException {
    Response response;
    try {
      response = calls.answer(request);
    } catch (RuntimeException | Error e) {
      failed.accept(e);
      write(
          Response.newBuilder()
              .setException(ResponseException.newBuilder().setError(String.valueOf(e.getMessage())))
              .build(),
          out);
      out.flush();
      return false;
    }
    write(response, out);
    if (request.hasFlush()) {
      out.flush();
    }
    return true;
  }

  /** The JDK copies each write into a direct buffer of its size; pieces bound that buffer. */
  private final class Pieces extends OutputStream {
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int end = offset + length;
      ByteBuffer left = ByteBuffer.wrap(bytes);
      for (int next = offset; next < end; next = left.position()) {
        left.limit(Math.min(end, next + BUFFER_BYTES)).position(next);
        channel.write(left);
      }
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }
  }

  private static void write(Response response, OutputStream out) throws IOException {
    int length = response.getSerializedSize();
    CodedOutputStream coded =
        CodedOutputStream.newInstance(out, Math.min(BUFFER_BYTES, length + 5));
    coded.writeUInt32NoTag(length);
    response.writeTo(coded);
    coded.flush();
  }
}
