package io.hybridycsb.harness.system.etcd;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.http.Loopback;
import io.hybridycsb.harness.system.Passwords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Turns an etcd's authentication on, with one user. A program, which runs when the members first
 * serve; until it has succeeded, anybody on this machine may do what it does. So it also finds out
 * whether anybody has.
 */
public final class EtcdAuthentication {
  static final String USER = "root";

  private static final String AUTHENTICATE = "/v3/auth/authenticate";

  private final int port;
  private final String password;

  EtcdAuthentication(int port, String password) {
    this.port = port;
    this.password = password;
  }

  /**
   * @param args a member's port for clients, and the file with the user's password
   */
  public static void main(String[] args) throws InterruptedException {
    try {
      new EtcdAuthentication(Integer.parseInt(args[0]), Passwords.in(Path.of(args[1]))).turnOn();
    } catch (IOException | HarnessException e) {
      System.err.println("etcd's authentication was not turned on: " + e.getMessage());
      System.exit(1);
    }
  }

  /**
   * Turns it on, unless it is on already.
   *
   * @throws HarnessException if there are other users
   */
  void turnOn() throws IOException, InterruptedException {
    if (token().isEmpty()) {
      Map<String, String> user = Map.of("name", USER, "password", password);
      // It exists where this program was killed once.
      if (Loopback.tryToPost(port, "/v3/auth/user/add", user, Map.of()).isEmpty()) {
        post("/v3/auth/user/changepw", user);
      }
      post("/v3/auth/user/grant", Map.of("user", USER, "role", USER));
      post("/v3/auth/enable", Map.of());
    }
    String token = token().orElseThrow(() -> new IOException("its user can't log in"));
    JsonNode users =
        Loopback.tryToPost(port, "/v3/auth/user/list", Map.of(), Map.of("Authorization", token))
            .orElseThrow(() -> new IOException("it doesn't tell its users"))
            .path("users");
    if (users.size() != 1) {
      throw new HarnessException(
          "somebody else has made users: "
              + users
              + "; begin anew with 'hybrid down etcd --purge'");
    }
  }

  private void post(String path, Map<String, String> body)
      throws IOException, InterruptedException {
    if (Loopback.tryToPost(port, path, body, Map.of()).isEmpty()) {
      throw new IOException("etcd refuses " + path);
    }
  }

  /** What the user shows, if authentication is on and the password is right. */
  private Optional<String> token() throws IOException, InterruptedException {
    return Loopback.tryToPost(
            port, AUTHENTICATE, Map.of("name", USER, "password", password), Map.of())
        .map(answer -> answer.path("token").asText());
  }
}
