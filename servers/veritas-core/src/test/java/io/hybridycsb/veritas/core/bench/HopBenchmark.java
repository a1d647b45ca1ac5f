package io.hybridycsb.veritas.core.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The machine's constants: what it takes to hand something to another thread, that of both threads
 * together. An operation is one way, half of a round trip.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HopBenchmark {
  private static final int WAYS = 2;
  private static final int MESSAGE_BYTES = 400;

  /** Threads that park, and unpark each other. */
  @State(Scope.Benchmark)
  public static class Parked {
    private final Thread partner = new Thread(this::answer, "partner");
    private volatile Thread asking;
    private volatile boolean ended;

    @Setup(Level.Trial)
    public void start() {
      partner.start();
    }

    private void answer() {
      while (!ended) {
        Thread thread = asking;
        if (thread == null) {
          LockSupport.park(this);
        } else {
          asking = null;
          LockSupport.unpark(thread);
        }
      }
    }

    void ask() {
      asking = Thread.currentThread();
      LockSupport.unpark(partner);
      while (asking != null) {
        LockSupport.park(this);
      }
    }

    @TearDown(Level.Trial)
    public void end() throws InterruptedException {
      ended = true;
      LockSupport.unpark(partner);
      partner.join();
    }
  }

  /** Threads at the two ends of a connection. */
  abstract static class Connected {
    private final ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
    private final Thread partner = new Thread(this::answer, "partner");
    private ServerSocketChannel server;
    private SocketChannel near;
    private SocketChannel far;

    abstract ServerSocketChannel listen() throws IOException;

    /** Prepares both ends. */
    void prepare(SocketChannel channel) throws IOException {}

    @Setup(Level.Trial)
    public void connect() throws IOException {
      server = listen();
      SocketAddress address = server.getLocalAddress();
      near = SocketChannel.open(address);
      far = server.accept();
      prepare(near);
      prepare(far);
      partner.start();
    }

    private void answer() {
      ByteBuffer bytes = ByteBuffer.allocateDirect(MESSAGE_BYTES);
      try {
        while (read(far, bytes)) {
          write(far, bytes);
        }
      } catch (AsynchronousCloseException e) {
        // The end of the trial.
      } catch (IOException e) {
        throw new IllegalStateException("the connection broke", e);
      }
    }

    void ask() throws IOException {
      message.clear();
      write(near, message);
      if (!read(near, message)) {
        throw new IOException("the connection ended");
      }
    }

    private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
      bytes.rewind();
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    private static boolean read(SocketChannel channel, ByteBuffer bytes) throws IOException {
      bytes.clear();
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          return false;
        }
      }
      return true;
    }

    @TearDown(Level.Trial)
    public void close() throws IOException, InterruptedException {
      near.close();
      partner.join();
      far.close();
      server.close();
    }
  }

  /** By TCP on the loopback interface. */
  @State(Scope.Benchmark)
  public static class ByTcp extends Connected {
    @Override
    ServerSocketChannel listen() throws IOException {
      return ServerSocketChannel.open()
          .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Override
    void prepare(SocketChannel channel) throws IOException {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
  }

  /** By a Unix socket. */
  @State(Scope.Benchmark)
  public static class ByUnixSocket extends Connected {
    private Path directory;

    @Override
    ServerSocketChannel listen() throws IOException {
      directory = Files.createTempDirectory("hop");
      return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
          .bind(UnixDomainSocketAddress.of(directory.resolve("socket")));
    }

    @TearDown(Level.Trial)
    public void remove() throws IOException {
      Files.delete(directory.resolve("socket"));
      Files.delete(directory);
    }
  }

  @Benchmark
  @OperationsPerInvocation(WAYS)
  public void unpark(Parked parked) {
    parked.ask();
  }

  @Benchmark
  @OperationsPerInvocation(WAYS)
  public void tcp(ByTcp connection) throws IOException {
    connection.ask();
  }

  @Benchmark
  @OperationsPerInvocation(WAYS)
  public void unixSocket(ByUnixSocket connection) throws IOException {
    connection.ask();
  }
}
