package io.hybridycsb.ycsb.fabric;

import io.grpc.Status.Code;
import io.hybridycsb.fabric.model.Functions;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.io.IOException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hyperledger.fabric.client.GatewayException;
import org.hyperledger.fabric.protos.gateway.ErrorDetail;
import org.hyperledger.fabric.protos.peer.TxValidationCode;
import site.ycsb.Status;

/** Maps Fabric's failures to YCSB's statuses. */
final class Failures {
  /** Peers at different heights have read different versions: the same conflict, found earlier. */
  private static final String DIFFERENT_READS = "ProposalResponsePayloads do not match";

  /** Prefix of a gateway's message when the chaincode itself has refused. */
  private static final String CHAINCODE_RESPONSE = "chaincode response ";

  /** A peer's message when its limit of calls is reached; it has no code of its own. */
  private static final String TOO_MANY_CALLS = "exceeding concurrency limit";

  /** Ids of transactions, which differ each time, and of packages. */
  private static final Pattern IDENTIFIER = Pattern.compile("\\b[0-9a-f]{64}\\b");

  private Failures() {}

  /** Whether the peer asked could not be reached, so that another may answer. */
  static boolean isUnreachable(GatewayException e) {
    return e.getStatus().getCode() == Code.UNAVAILABLE || isBrokenConnection(e);
  }

  /** A peer's answer is a code and a text; only what the transport itself reports has a cause. */
  private static boolean isBrokenConnection(GatewayException e) {
    return e.getStatus().getCode() == Code.UNKNOWN
        && e.getStatus().getCause() instanceof IOException;
  }

  /** Whether no answer came in time, so that another peer may be the better one to ask. */
  static boolean isSilent(GatewayException e) {
    return e.getStatus().getCode() == Code.DEADLINE_EXCEEDED;
  }

  /** Nothing has been submitted. */
  static FailedOperation beforeSubmission(GatewayException e) {
    String reason = describe(e);
    if (reason.contains(DIFFERENT_READS)) {
      return new FailedOperation(Statuses.ABORTED, "peers at different heights disagree");
    }
    if (reason.contains(Functions.CHANGED)) {
      return new FailedOperation(Statuses.ABORTED, "another transaction has changed a record");
    }
    boolean ofChaincode = reason.contains(CHAINCODE_RESPONSE);
    boolean isUnavailable =
        switch (e.getStatus().getCode()) {
          // ABORTED: peers were asked, but too few have answered. FAILED_PRECONDITION: too few
          // are known to satisfy the policy.
          case ABORTED, UNAVAILABLE, DEADLINE_EXCEEDED, FAILED_PRECONDITION, RESOURCE_EXHAUSTED ->
              true;
          default -> isBrokenConnection(e) || reason.contains(TOO_MANY_CALLS);
        };
    return new FailedOperation(
        isUnavailable && !ofChaincode ? Status.SERVICE_UNAVAILABLE : Status.ERROR, reason);
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
    String what = e.getStatus().getCode().toString();
    // The text of a deadline differs each time, but a reason is told only once.
    if (e.getStatus().getCode() != Code.DEADLINE_EXCEEDED) {
      what += ": " + e.getStatus().getDescription();
    }
    String all = (details.isEmpty() ? what : what + ": " + details).replace('\n', ' ');
    return IDENTIFIER.matcher(all).replaceAll("...");
  }
}
