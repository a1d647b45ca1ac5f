package io.hybridycsb.ycsb.fabric;

import io.grpc.Status.Code;
import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.Statuses;
import java.util.stream.Collectors;
import org.hyperledger.fabric.client.GatewayException;
import org.hyperledger.fabric.protos.gateway.ErrorDetail;
import org.hyperledger.fabric.protos.peer.TxValidationCode;
import site.ycsb.Status;

/** What failures of Fabric are in YCSB's words. */
final class Failures {
  /** Peers at different heights have read different versions: the same conflict, found earlier. */
  private static final String DIFFERENT_READS = "ProposalResponsePayloads do not match";

  private Failures() {}

  /** Whether the peer asked could not be reached, so that another may answer. */
  static boolean isUnreachable(GatewayException e) {
    return e.getStatus().getCode() == Code.UNAVAILABLE;
  }

  /** Nothing has been submitted. */
  static FailedOperation beforeSubmission(GatewayException e) {
    String reason = describe(e);
    if (reason.contains(DIFFERENT_READS)) {
      return new FailedOperation(Statuses.ABORTED, "peers at different heights disagree");
    }
    return switch (e.getStatus().getCode()) {
      // FAILED_PRECONDITION: no peers are known that together satisfy the policy.
      case UNAVAILABLE, DEADLINE_EXCEEDED, FAILED_PRECONDITION, RESOURCE_EXHAUSTED ->
          new FailedOperation(Status.SERVICE_UNAVAILABLE, reason);
      default -> new FailedOperation(Status.ERROR, reason);
    };
  }

  /** The transaction is in a block, but not valid. */
  static FailedOperation invalid(TxValidationCode code) {
    return switch (code) {
      case MVCC_READ_CONFLICT, PHANTOM_READ_CONFLICT ->
          new FailedOperation(Statuses.ABORTED, "aborted: " + code);
      default -> new FailedOperation(Status.ERROR, "invalid: " + code);
    };
  }

  /** What went wrong, with what single peers have said. */
  static String describe(GatewayException e) {
    String details =
        e.getDetails().stream()
            .map(ErrorDetail::getMessage)
            .distinct()
            .sorted()
            .collect(Collectors.joining("; "));
    String what = e.getStatus().getCode() + ": " + e.getStatus().getDescription();
    return (details.isEmpty() ? what : what + ": " + details).replace('\n', ' ');
  }
}
