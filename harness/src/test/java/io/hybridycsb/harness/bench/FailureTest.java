package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class FailureTest {
  private static String of(RuntimeException e) throws InterruptedException {
    return Failure.of(
        () -> {
          throw e;
        });
  }

  @Test
  void whatSucceedsHasNoFailure() throws Exception {
    assertThat(Failure.of(() -> {})).isEmpty();
  }

  @Test
  void whateverAStepThrowsIsItsReasonInOneLine() throws Exception {
    assertThat(of(new HarnessException("node1 is gone"))).isEqualTo("node1 is gone");
    assertThat(of(new HarnessException("first\n\nmore\nlast\n"))).isEqualTo("first last");
    assertThat(of(new UncheckedIOException(new IOException("disk full")))).contains("disk full");
    assertThat(of(new IllegalStateException(new IllegalArgumentException("no such port"))))
        .contains("no such port");
    assertThat(of(new NullPointerException())).isEqualTo("NullPointerException");
  }

  @Test
  void anInterruptEndsAllAlsoWhereAClientHasNoticedItFirst() {
    assertThatThrownBy(
            () ->
                Failure.of(
                    () -> {
                      throw new InterruptedException();
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThatThrownBy(() -> of(new Clients.Failed(true, "client1 exited with status 130")))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void aClientsOwnFailureIsAReason() throws Exception {
    assertThat(of(new Clients.Failed(false, "client1 exited with status 1")))
        .isEqualTo("client1 exited with status 1");
  }
}
