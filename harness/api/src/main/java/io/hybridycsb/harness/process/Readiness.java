package io.hybridycsb.harness.process;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.hybridycsb.harness.http.LoopbackTls;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** How to see from outside that a process serves. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Readiness.LogLine.class, name = "log-line"),
  @JsonSubTypes.Type(value = Readiness.Connects.class, name = "connects"),
  @JsonSubTypes.Type(value = Readiness.AnswersPing.class, name = "answers-ping"),
  @JsonSubTypes.Type(value = Readiness.AnswersHttp.class, name = "answers-http"),
  @JsonSubTypes.Type(value = Readiness.AnswersHttps.class, name = "answers-https")
})
public sealed interface Readiness {
  int PROBE_TIMEOUT_MS = 2_000;

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
      try (Socket socket = connect(host, port)) {
        return socket.isConnected();
      } catch (IOException e) {
        return false;
      }
    }
  }

  /**
   * It answers Redis' PING, or asks for a password. A server that still loads its data accepts
   * connections already, and says so instead.
   */
  record AnswersPing(String host, int port) implements Readiness {
    @Override
    public boolean check(LogFile log, long logStart) {
      try (Socket socket = connect(host, port)) {
        socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        String answer = new String(in.readNBytes(5), StandardCharsets.US_ASCII);
        return answer.equals("+PONG") || answer.equals("-NOAU");
      } catch (IOException e) {
        return false;
      }
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
      try (Socket socket = connect(host, port)) {
        return answers(socket, host, path);
      } catch (IOException e) {
        return false;
      }
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
      try (Socket socket = tls.connect(port, PROBE_TIMEOUT_MS)) {
        return answers(socket, "127.0.0.1", path);
      } catch (IOException e) {
        return false;
      }
    }
  }

  private static boolean answers(Socket socket, String host, String path) throws IOException {
    String request =
        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(path, host);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
    return new String(line, StandardCharsets.US_ASCII).endsWith(" 200");
  }

  private static Socket connect(String host, int port) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(PROBE_TIMEOUT_MS);
      socket.connect(new InetSocketAddress(host, port), PROBE_TIMEOUT_MS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
