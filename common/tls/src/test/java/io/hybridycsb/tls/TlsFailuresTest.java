package io.hybridycsb.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.SocketException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsFailuresTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Network closed for unknown reason",
        "Connection reset",
        "Connection reset by peer"
      })
  void aPlainConnectionThatTheOtherSideEndedSaysWhatMayBeMissing(String reason) {
    assertThat(TlsFailures.withoutTls(reason))
        .contains("if it expects TLS, tls.ca")
        .hasLineCount(1);
  }

  @Test
  void otherReasonsOfPlainConnectionsStayAsTheyAre() {
    assertThat(TlsFailures.withoutTls("Connection refused")).isEqualTo("Connection refused");
  }

  @Test
  void aHandshakeThatTheOtherSideEndedSaysWhatItMayExpect() {
    SSLException failure = new SSLException("readHandshakeRecord", new SocketException("reset"));
    assertThat(TlsFailures.explain(failure))
        .hasValueSatisfying(reason -> assertThat(reason).contains("expect another certificate"));
  }
}
