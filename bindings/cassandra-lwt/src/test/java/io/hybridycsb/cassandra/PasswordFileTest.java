package io.hybridycsb.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.cassandra.auth.IAuthenticator.SaslNegotiator;
import org.apache.cassandra.exceptions.AuthenticationException;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordFileTest {
  @TempDir private Path directory;

  private PasswordFile with(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("password"), text);
    PasswordFile authenticator = new PasswordFile(Map.of("file", file.toString()));
    authenticator.validateConfiguration();
    return authenticator;
  }

  private static SaslNegotiator login(PasswordFile authenticator) {
    return authenticator.newSaslNegotiator(InetAddress.getLoopbackAddress());
  }

  @Test
  void onlyThePasswordLetsIn() throws Exception {
    PasswordFile authenticator = with("sesame\n");
    assertThat(authenticator.requireAuthentication()).isTrue();

    SaslNegotiator right = login(authenticator);
    assertThat(right.isComplete()).isFalse();
    right.evaluateResponse("\0anybody\0sesame".getBytes(UTF_8));
    assertThat(right.isComplete()).isTrue();
    for (String wrong :
        new String[] {"\0anybody\0other", "\0anybody\0", "sesame", "", "\0\0\0sesame"}) {
      SaslNegotiator stranger = login(authenticator);
      assertThatThrownBy(() -> stranger.evaluateResponse(wrong.getBytes(UTF_8)))
          .isInstanceOf(AuthenticationException.class);
      assertThat(stranger.isComplete()).isFalse();
    }
  }

  @Test
  void aNodeWithoutAPasswordDoesNotStart() {
    assertThatThrownBy(() -> with(" \n")).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(new PasswordFile(Map.of())::validateConfiguration)
        .isInstanceOf(ConfigurationException.class);
  }
}
