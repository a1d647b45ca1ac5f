package io.hybridycsb.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.auth.IAuthenticator;
import org.apache.cassandra.auth.IResource;
import org.apache.cassandra.exceptions.AuthenticationException;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * Lets in who knows the password in a file. A client sends a name as well, which doesn't matter.
 *
 * <p>Cassandra's own password authenticator keeps roles in a table. That needs a majority of the
 * nodes to log in, and begins with an account whose password everybody knows.
 */
public final class PasswordFile implements IAuthenticator {
  private static final String PARAMETER = "file";

  private final Map<String, String> parameters;
  private byte[] password;

  /**
   * @param parameters of {@code cassandra.yaml}: {@code file}, the file's path
   */
  public PasswordFile(Map<String, String> parameters) {
    this.parameters = Map.copyOf(parameters);
  }

  @Override
  public boolean requireAuthentication() {
    return true;
  }

  @Override
  public Set<IResource> protectedResources() {
    return Set.of();
  }

  @Override
  public void validateConfiguration() {
    String file = parameters.get(PARAMETER);
    if (file == null) {
      throw new ConfigurationException("the authenticator's parameter file is missing");
    }
    try {
      password = Files.readString(Path.of(file)).strip().getBytes(UTF_8);
    } catch (IOException e) {
      throw new ConfigurationException("the password in " + file + " can't be read: " + e);
    }
    if (password.length == 0) {
      throw new ConfigurationException("no password in " + file);
    }
  }

  @Override
  public void setup() {}

  @Override
  public SaslNegotiator newSaslNegotiator(InetAddress client) {
    return new Login();
  }

  @Override
  public AuthenticatedUser legacyAuthenticate(Map<String, String> credentials) {
    require(credentials.getOrDefault("password", ""));
    return AuthenticatedUser.ANONYMOUS_USER;
  }

  private void require(String given) {
    if (!MessageDigest.isEqual(password, given.getBytes(UTF_8))) {
      throw new AuthenticationException("wrong password");
    }
  }

  /** SASL's mechanism PLAIN, RFC 4616: [identity] NUL name NUL password. */
  private final class Login implements SaslNegotiator {
    private boolean complete;

    @Override
    public byte[] evaluateResponse(byte[] response) {
      String[] parts = new String(response, UTF_8).split("\0", -1);
      if (parts.length != 3) {
        throw new AuthenticationException("a name and a password were expected");
      }
      require(parts[2]);
      complete = true;
      return null;
    }

    @Override
    public boolean isComplete() {
      return complete;
    }

    /** There are no roles: who is in may do all. */
    @Override
    public AuthenticatedUser getAuthenticatedUser() {
      return AuthenticatedUser.ANONYMOUS_USER;
    }
  }
}
