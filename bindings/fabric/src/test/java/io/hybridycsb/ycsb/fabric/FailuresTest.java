package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.nio.channels.ClosedChannelException;
import org.hyperledger.fabric.client.GatewayException;
import org.hyperledger.fabric.protos.peer.TxValidationCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.Status;

class FailuresTest {
  private static FailedOperation failure(Code code, String description) {
    return Failures.beforeSubmission(
        new GatewayException(
            new StatusRuntimeException(code.toStatus().withDescription(description))));
  }

  @ParameterizedTest
  @EnumSource(
      value = Code.class,
      names = {
        "ABORTED",
        "UNAVAILABLE",
        "DEADLINE_EXCEEDED",
        "FAILED_PRECONDITION",
        "RESOURCE_EXHAUSTED"
      })
  void tooFewPeersAreAnUnavailableService(Code code) {
    assertThat(failure(code, "no peers").status()).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  /** As gRPC's transport reports a channel that closes while a call is being written. */
  @Test
  void aConnectionThatBreaksIsAPeerThatCannotBeReached() {
    GatewayException broken =
        new GatewayException(
            new StatusRuntimeException(
                Code.UNKNOWN
                    .toStatus()
                    .withDescription("Channel closed but for unknown reason")
                    .withCause(new ClosedChannelException())));

    assertThat(Failures.isUnreachable(broken)).isTrue();
    assertThat(Failures.beforeSubmission(broken).status()).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(failure(Code.UNKNOWN, "access denied").status()).isEqualTo(Status.ERROR);
  }

  @Test
  void aRefusalOfTheChaincodeIsAnErrorWithItsReason() {
    FailedOperation failure = failure(Code.ABORTED, "chaincode response 500, a key is not empty");

    assertThat(failure.status()).isEqualTo(Status.ERROR);
    assertThat(failure).hasMessage("ABORTED: chaincode response 500, a key is not empty");
  }

  @Test
  void aReasonIsTheSameTextForEveryTransaction() {
    assertThat(failure(Code.ABORTED, "transaction " + "0a".repeat(32) + ": no chaincode"))
        .hasMessage("ABORTED: transaction ...: no chaincode");
    assertThat(failure(Code.DEADLINE_EXCEEDED, "after 0.3 s")).hasMessage("DEADLINE_EXCEEDED");
  }

  @Test
  void peersThatHaveReadDifferentVersionsAreAConflict() {
    assertThat(failure(Code.ABORTED, "ProposalResponsePayloads do not match").status())
        .isEqualTo(Statuses.ABORTED);
  }

  @Test
  void aRecordThatIsNotTheExpectedOneIsAConflict() {
    String refusal = "chaincode response 500, " + Functions.CHANGED + "savings/customer7";

    assertThat(failure(Code.UNKNOWN, refusal).status()).isEqualTo(Statuses.ABORTED);
    assertThat(failure(Code.ABORTED, refusal).status()).isEqualTo(Statuses.ABORTED);
  }

  @Test
  void aPeerWithTooManyCallsIsUnavailable() {
    assertThat(failure(Code.UNKNOWN, "too many requests, exceeding concurrency limit").status())
        .isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void conflictsAreAbortsAndOtherInvalidTransactionsErrors() {
    assertThat(Failures.invalid(TxValidationCode.MVCC_READ_CONFLICT).status())
        .isEqualTo(Statuses.ABORTED);
    assertThat(Failures.invalid(TxValidationCode.PHANTOM_READ_CONFLICT).status())
        .isEqualTo(Statuses.ABORTED);
    assertThat(Failures.invalid(TxValidationCode.ENDORSEMENT_POLICY_FAILURE).status())
        .isEqualTo(Status.ERROR);
  }
}
