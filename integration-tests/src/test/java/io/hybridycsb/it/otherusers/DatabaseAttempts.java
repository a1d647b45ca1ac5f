package io.hybridycsb.it.otherusers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.hybridycsb.it.otherusers.Attempts.Attempt;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What somebody without a password tries at databases, in their own protocols. */
public final class DatabaseAttempts {
  public static final int TIMEOUT_MS = (int) TimeUnit.MINUTES.toMillis(2);

  /** A request for all topics: its length, then key 3 (Metadata), version 1, a number, no name. */
  private static final byte[] KAFKA_METADATA = {
    0, 0, 0, 14, 0, 3, 0, 1, 0, 0, 0, 1, -1, -1, -1, -1, -1, -1
  };

  /** Those of the standard's class for refused logins, of both kinds of databases. */
  private static final Set<String> REFUSED = Set.of("28000", "28P01");

  private DatabaseAttempts() {}

  /** Judges the answer to something that was sent. */
  public interface Answer {
    Optional<String> from(DataInputStream in) throws IOException;
  }

  /** Sends a request; whoever hangs up refuses. */
  public static Attempt exchange(byte[] request, Answer answer) {
    return port -> {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        socket.setSoTimeout(TIMEOUT_MS);
        OutputStream out = socket.getOutputStream();
        out.write(request);
        return answer.from(new DataInputStream(socket.getInputStream()));
      } catch (EOFException | SocketException e) {
        return Optional.empty();
      }
    };
  }

  /**
   * A connection by JDBC, with a password that isn't the user's.
   *
   * @param kind {@code postgresql} or {@code mariadb}
   */
  static Attempt sql(String kind, String user) {
    return port -> {
      String url = "jdbc:%s://127.0.0.1:%d/?sslMode=disable".formatted(kind, port);
      try {
        DriverManager.getConnection(url, user, "wrong").close();
        return Optional.of("it lets in " + user);
      } catch (SQLException e) {
        if (REFUSED.contains(e.getSQLState())) {
          return Optional.empty();
        }
        throw new IOException(e);
      }
    };
  }

  /** A command to Redis, whose errors begin with a minus sign. */
  static Attempt redis(String command) {
    return exchange(
        (command + "\r\n").getBytes(ISO_8859_1),
        in -> in.readByte() == '-' ? Optional.empty() : Optional.of(command + " is answered"));
  }

  static Attempt kafka() {
    return exchange(
        KAFKA_METADATA,
        in -> Optional.of("it tells of its topics, in %d bytes".formatted(in.readInt())));
  }
}
