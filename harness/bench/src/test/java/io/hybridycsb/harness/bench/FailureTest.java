package io.hybridycsb.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class FailureTest {
  private static String of(RuntimeException e) throws InterruptedException {
    return failure(e).reason();
  }

  private static Failure failure(RuntimeException e) throws InterruptedException {
    return Failure.of(
        () -> {
          throw e;
        });
  }

  @Test
  void whatSucceedsHasNoFailure() throws Exception {
    assertThat(Failure.of(() -> {})).isEqualTo(Failure.NONE).matches(Failure::isNone);
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
    assertThatThrownBy(() -> of(new Clients.Failed(true, false, "client1 exited with status 130")))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void aClientsOwnFailureIsAReason() throws Exception {
    assertThat(of(new Clients.Failed(false, false, "client1 exited with status 1")))
        .isEqualTo("client1 exited with status 1");
  }

  @Test
  void onlyWhatIsWrongAboutTheSystemIsAFailureOfCorrectness() throws Exception {
    assertThat(
            failure(new CorrectnessException("12 acknowledged writes were lost")).ofCorrectness())
        .isTrue();
    assertThat(failure(new Clients.Failed(false, true, "an invariant is broken")).ofCorrectness())
        .isTrue();
    assertThat(failure(new Clients.Failed(false, false, "no connection")).ofCorrectness())
        .isFalse();
    assertThat(failure(new HarnessException("a timeout")).ofCorrectness()).isFalse();
  }
}
