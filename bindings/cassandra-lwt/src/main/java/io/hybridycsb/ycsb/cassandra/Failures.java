package io.hybridycsb.ycsb.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.FrameTooLongException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import site.ycsb.Status;

/**
 * What a failure says about an operation's effect. A write counts as without effect only if it was
 * refused before anything was written, or never sent.
 */
final class Failures {
  /** What the driver appends when a cause has no message. */
  private static final Pattern EXCEPTION = Pattern.compile(" ?\\([\\w.$]+Exception\\)");

  private Failures() {}

  /** A read has no effect, whatever becomes of it: it failed, or can't be served now. */
  static FailedOperation ofRead(DriverException e) {
    if (e instanceof QueryValidationException || e instanceof FrameTooLongException) {
      return new FailedOperation(Status.BAD_REQUEST, describe(e));
    }
    return new FailedOperation(Status.SERVICE_UNAVAILABLE, describe(e));
  }

  /**
   * @param lwt whether the write was a lightweight transaction
   */
  static FailedOperation ofWrite(DriverException e, boolean lwt) {
    if (e instanceof QueryValidationException || e instanceof FrameTooLongException) {
      return new FailedOperation(Status.BAD_REQUEST, describe(e));
    }
    Status status = isWithoutEffect(e, lwt) ? Status.SERVICE_UNAVAILABLE : Statuses.UNKNOWN;
    return new FailedOperation(status, describe(e));
  }

  private static boolean isWithoutEffect(Throwable e, boolean lwt) {
    if (e instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(List::stream)
          .allMatch(error -> isWithoutEffect(error, lwt));
    }
    if (e instanceof UnavailableException unavailable) {
      // A lightweight transaction looks for living replicas twice: at its serial consistency
      // before it proposes, and at its other consistency once its proposal is accepted.
      return !lwt || unavailable.getConsistencyLevel().isSerial();
    }
    return e instanceof NodeUnavailableException
        || e instanceof BusyConnectionException
        || e instanceof BootstrappingException
        || e instanceof RequestThrottlingException;
  }

  /** One line, without the port and number of each attempt, so that equal reasons look equal. */
  static String describe(Throwable e) {
    if (e instanceof AllNodesFailedException all) {
      return "no node could be asked: "
          + all.getAllErrors().entrySet().stream()
              .findFirst()
              .map(Failures::describe)
              .orElse("all are down");
    }
    String message = e.getMessage();
    return message == null
        ? e.getClass().getSimpleName()
        : EXCEPTION.matcher(message.replace('\n', ' ')).replaceAll("");
  }

  private static String describe(Map.Entry<Node, List<Throwable>> failed) {
    return "%s: %s".formatted(failed.getKey().getEndPoint(), describe(failed.getValue().get(0)));
  }
}
