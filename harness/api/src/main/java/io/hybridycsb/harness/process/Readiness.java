package io.hybridycsb.harness.process;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.http.LoopbackTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;

/** How to see from outside that a process serves. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Readiness.LogLine.class, name = "log-line"),
  @JsonSubTypes.Type(value = Readiness.Connects.class, name = "connects"),
  @JsonSubTypes.Type(value = Readiness.AnswersPing.class, name = "answers-ping"),
  @JsonSubTypes.Type(value = Readiness.AnswersHttp.class, name = "answers-http"),
  @JsonSubTypes.Type(value = Readiness.AnswersHttps.class, name = "answers-https"),
  @JsonSubTypes.Type(value = Readiness.ShowsHttp.class, name = "shows-http")
})
public sealed interface Readiness {
  int PROBE_TIMEOUT_MS = 2_000;

  String HTTP_OK = "HTTP/1.1 200";

  /** Of an answer, at most. */
  int ANSWER_BYTES_MAX = 1 << 16;

  /**
   * Whether the process serves now.
   *
   * @param log what the process has written so far
   * @param logStart where this start's output begins in it, in bytes
   */
  boolean check(LogFile log, long logStart);

  /**
   * A line of its output matches a regular expression, which need not cover the whole line.
   *
   * @param regex the expression
   */
  record LogLine(String regex) implements Readiness {
    @Override
    public boolean check(LogFile log, long logStart) {
      return Pattern.compile(regex).matcher(log.textFrom(logStart)).find();
    }
  }

  /** Its port accepts a connection. */
  record Connects(String host, int port) implements Readiness {
    @Override
    public boolean check(LogFile log, long logStart) {
      return holds(() -> connect(host, port), Socket::isConnected);
    }
  }

  /**
   * It answers Redis' PING, or asks for a password. A server that still loads its data accepts
   * connections already, and says so instead.
   */
  record AnswersPing(String host, int port) implements Readiness {
    @Override
    public boolean check(LogFile log, long logStart) {
      return holds(
          () -> connect(host, port),
          socket -> Set.of("+PONG", "-NOAU").contains(answer(socket, "PING\r\n", 5)));
    }
  }

  /**
   * It answers a GET over HTTP with status 200.
   *
   * @param path what to get, such as {@code /status}
   */
  record AnswersHttp(String host, int port, String path) implements Readiness {
    @Override
    public boolean check(LogFile log, long logStart) {
      return holds(() -> connect(host, port), socket -> isServed(socket, host, path));
    }
  }

  /**
   * It answers a GET over HTTPS on the loopback interface with status 200.
   *
   * @param path what to get, such as {@code /health}
   * @param authorities as in {@link LoopbackTls}, whose files these are
   * @param certificate of the one who asks
   * @param key its key
   */
  record AnswersHttps(int port, String path, Path authorities, Path certificate, Path key)
      implements Readiness {
    @Override
    public boolean check(LogFile log, long logStart) {
      LoopbackTls tls = new LoopbackTls(authorities, certificate, key);
      return holds(
          () -> tls.connect(port, PROBE_TIMEOUT_MS), socket -> isServed(socket, "127.0.0.1", path));
    }
  }

  /**
   * It answers a GET over HTTP with status 200 and what matches a regular expression somewhere.
   *
   * @param path what to get, such as {@code /status}
   * @param regex the expression
   */
  record ShowsHttp(String host, int port, String path, String regex) implements Readiness {
    @Override
    public boolean check(LogFile log, long logStart) {
      return holds(
          () -> connect(host, port),
          socket -> {
            String answer = answer(socket, get(host, path), ANSWER_BYTES_MAX);
            return answer.startsWith(HTTP_OK) && Pattern.compile(regex).matcher(answer).find();
          });
    }
  }

  /** Looks at a process by a connection. */
  interface Check {
    boolean at(Socket connection) throws IOException;
  }

  /** Whether there is a connection, and what it shows is as wanted. */
  private static boolean holds(Attempt.Work<Socket, RuntimeException> connecting, Check look) {
    return Attempt.maybe(
            () -> {
              try (Socket connection = connecting.result()) {
                return look.at(connection);
              }
            })
        .orElse(false);
  }

  private static boolean isServed(Socket socket, String host, String path) throws IOException {
    return answer(socket, get(host, path), HTTP_OK.length()).equals(HTTP_OK);
  }

  private static String get(String host, String path) {
    return "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
  }

  private static String answer(Socket socket, String request, int bytes) throws IOException {
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.US_ASCII);
  }

  private static Socket connect(String host, int port) throws IOException {
    return Loopback.connected(new Socket(), new InetSocketAddress(host, port), PROBE_TIMEOUT_MS);
  }
}
