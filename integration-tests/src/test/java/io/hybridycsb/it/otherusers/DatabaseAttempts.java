package io.hybridycsb.it.otherusers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Server;
import io.hybridycsb.it.otherusers.Attempts.Attempt;
import io.hybridycsb.verification.VerificationFailed;
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
final class DatabaseAttempts {
  private static final int TIMEOUT_MS = (int) TimeUnit.MINUTES.toMillis(2);

  /** A request for all topics: its length, then key 3 (Metadata), version 1, a number, no name. */
  private static final byte[] KAFKA_METADATA = {
    0, 0, 0, 14, 0, 3, 0, 1, 0, 0, 0, 1, -1, -1, -1, -1, -1, -1
  };

  /** The native protocol, version 4: section 2 of its specification. */
  private static final byte[] CASSANDRA_STARTUP =
      "\4\0\0\0\1\0\0\0\26\0\1\0\13CQL_VERSION\0\0053.0.0".getBytes(ISO_8859_1);

  private static final int CASSANDRA_READY = 2;

  private static final String DEFAULT_OF_IMMUDB = "immudb";

  /** Those of the standard's class for refused logins, of both kinds of databases. */
  private static final Set<String> REFUSED = Set.of("28000", "28P01");

  private DatabaseAttempts() {}

  /** Judges the answer to something that was sent. */
  private interface Answer {
    Optional<String> from(DataInputStream in) throws IOException;
  }

  /** Whoever hangs up refuses. */
  private static Attempt exchange(byte[] request, Answer answer) {
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

  static Attempt cassandra() {
    return exchange(
        CASSANDRA_STARTUP,
        in -> {
          in.skipNBytes(4);
          return in.readUnsignedByte() == CASSANDRA_READY
              ? Optional.of("it asks for no password")
              : Optional.empty();
        });
  }

  /** A login with the password that immudb comes with. */
  static Attempt immudb() {
    return port -> {
      Server server =
          new Server(
              "127.0.0.1:" + port, "hybrid", DEFAULT_OF_IMMUDB, DEFAULT_OF_IMMUDB, 1, TIMEOUT_MS);
      try (Immudb immudb = Immudb.open(server, Optional.empty())) {
        return Optional.of("it takes the password that it comes with: " + immudb);
      } catch (CallFailed e) {
        if (e.getMessage().contains("invalid user name or password")) {
          return Optional.empty();
        }
        throw new IOException(e);
      } catch (VerificationFailed e) {
        throw new IOException(e);
      }
    };
  }
}
