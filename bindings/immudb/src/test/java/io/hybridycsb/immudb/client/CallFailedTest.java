package io.hybridycsb.immudb.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class CallFailedTest {
  @Test
  void aConnectionThatBrokeIsNoAnswerWhateverGrpcCallsIt() {
    Status broken =
        Status.UNKNOWN.withDescription("channel closed").withCause(new ClosedChannelException());
    assertThat(CallFailed.of(broken).kind()).isEqualTo(CallFailed.Kind.NO_ANSWER);
    assertThat(CallFailed.of(Status.UNAVAILABLE).kind()).isEqualTo(CallFailed.Kind.NO_ANSWER);
  }

  @Test
  void aConnectionThatWasRefusedHasSentNothing() {
    Status refused = Status.UNAVAILABLE.withCause(new ConnectException("Connection refused"));
    assertThat(CallFailed.of(refused).kind()).isEqualTo(CallFailed.Kind.NOT_SENT);
  }

  @Test
  void whatTheServerTellsIsShownInOneLine() {
    Status told = Status.UNKNOWN.withDescription("disk\r\nfull\u001b[2J\u009b");
    assertThat(CallFailed.of(told)).hasMessage("disk..full.[2J.");
  }

  @Test
  void anErrorThatTheServerTellsIsItsAnswer() {
    Status told = Status.UNKNOWN.withDescription("disk full");
    assertThat(CallFailed.of(told).kind()).isEqualTo(CallFailed.Kind.FAILED);
    assertThat(CallFailed.of(told)).hasMessage("disk full");
    Status refusal = Status.UNKNOWN.withDescription("max key length exceeded");
    assertThat(CallFailed.of(refusal).kind()).isEqualTo(CallFailed.Kind.REFUSED);
  }
}
