package io.hybridycsb.veritas.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.grpc.Metadata;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class HelloTest {
  private static final Instant NOW = Instant.parse("2026-11-30T02:00:00Z");
  private static final SigningKey KEY = Ed25519.generate();

  private static Hello at(String cluster, Duration later) {
    return new Hello(cluster, "node1", InstantSource.fixed(NOW.plus(later)));
  }

  @Test
  void aHelloShowsTheKeyOfWhoSignedItForSomeMinutes() {
    Metadata headers = at("one", Duration.ZERO).by(KEY);
    for (int minutes : new int[] {-5, 0, 5}) {
      assertThat(at("one", Duration.ofMinutes(minutes)).shownBy(headers, key -> true).orElseThrow())
          .isEqualTo(KEY.publicKey());
    }
    for (int seconds : new int[] {-301, 301}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> at("one", Duration.ofSeconds(seconds)).shownBy(headers, key -> true))
          .withMessage(
              "the clocks of the two sides differ by %d s; at most 300 are allowed",
              Math.abs(seconds));
    }
  }

  @Test
  void whatIsSignedForAnotherClusterOrNodeOrIsChangedIsRefused() {
    Hello hello = at("one", Duration.ZERO);
    assertThat(hello.shownBy(new Metadata(), key -> true)).isEmpty();
    assertRefused(hello, at("two", Duration.ZERO).by(KEY));
    assertRefused(hello, new Hello("one", "node2", InstantSource.fixed(NOW)).by(KEY));
    Metadata.Key<byte[]> header =
        Metadata.Key.of("veritas-hello-bin", Metadata.BINARY_BYTE_MARSHALLER);
    byte[] signed = hello.by(KEY).get(header);
    for (int i : new int[] {0, 39, 40, 103}) {
      byte[] changed = signed.clone();
      changed[i] ^= 1;
      Metadata headers = new Metadata();
      headers.put(header, changed);
      assertRefused(hello, headers);
    }
    Metadata shorter = new Metadata();
    shorter.put(header, new byte[103]);
    assertRefused(hello, shorter);
  }

  @Test
  void theHelloOfAnUnknownKeyShowsNoneAndIsNotChecked() {
    Metadata another = at("two", Duration.ZERO).by(KEY);
    assertThat(at("one", Duration.ZERO).shownBy(another, key -> false)).isEmpty();
  }

  private static void assertRefused(Hello hello, Metadata headers) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> hello.shownBy(headers, key -> true))
        .withMessageContaining("hello");
  }
}
