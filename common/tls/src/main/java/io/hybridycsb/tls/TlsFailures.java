package io.hybridycsb.tls;

import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Says in one line why a TLS connection failed. */
public final class TlsFailures {
  private static final int CAUSES_MAX = 20;
  private static final String ALERT = "Received fatal alert: ";

  /** gRPC's message for a connection that the other side closed silently, as a TLS port does. */
  private static final String ENDED = "Network closed for unknown reason";

  private TlsFailures() {}

  /**
   * The reason, from the view of the side where the exception was thrown; empty if it has nothing
   * to do with TLS.
   *
   * @param failure may be null
   */
  public static Optional<String> explain(Throwable failure) {
    Optional<String> reason = Optional.empty();
    Throwable cause = failure;
    // The innermost cause says most.
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      Optional<String> more = one(cause);
      reason = more.isPresent() ? more : reason;
      cause = cause.getCause();
    }
    return reason;
  }

  /**
   * Why a stream of gRPC ended, in one line.
   *
   * @param isPlainAndSilent the connection has no TLS, and nothing has been received on it
   */
  public static String reason(Status status, boolean isPlainAndSilent) {
    Throwable cause = status.getCause();
    String described =
        status.getDescription() == null ? status.getCode().name() : status.getDescription();
    String reason =
        explain(cause)
            .orElse(cause == null || cause.getMessage() == null ? described : cause.getMessage());
    String line = reason.lines().findFirst().orElse("");
    return isPlainAndSilent ? withoutTls(line) : line;
  }

  /**
   * The reason why a connection without TLS broke, and what may be missing if the other side has
   * ended it.
   */
  public static String withoutTls(String reason) {
    return reason.equals(ENDED) || reason.startsWith("Connection reset")
        ? "the other side ended the connection; if it expects TLS, tls.ca or veritas.tls.ca is"
            + " missing here"
        : reason;
  }

  private static Optional<String> one(Throwable cause) {
    if (cause instanceof NotSslRecordException) {
      return Optional.of("TLS was expected, but the other side doesn't speak it");
    }
    if (cause instanceof SSLException) {
      return Optional.of(ofHandshake(String.valueOf(cause.getMessage())));
    }
    if (cause instanceof CertificateExpiredException) {
      return Optional.of("the other side's certificate has expired: " + cause.getMessage());
    }
    if (cause instanceof CertificateNotYetValidException) {
      return Optional.of("the other side's certificate is not valid yet: " + cause.getMessage());
    }
    if (isOfAnotherCa(cause)) {
      return Optional.of("the other side's certificate is not from the CA that is trusted here");
    }
    if (cause instanceof CertPathValidatorException || cause instanceof CertificateException) {
      return Optional.of("the other side's certificate is not good: " + cause.getMessage());
    }
    return Optional.empty();
  }

  /** The JDK has two messages for it, depending on whether the CAs' names are equal. */
  private static boolean isOfAnotherCa(Throwable cause) {
    return cause instanceof CertPathBuilderException
        || (cause instanceof CertPathValidatorException path
            && (path.getReason() == PKIXReason.NO_TRUST_ANCHOR
                || path.getReason() == BasicReason.INVALID_SIGNATURE));
  }

  private static String ofHandshake(String message) {
    if (message.startsWith("Unsupported or unrecognized SSL message")
        || message.startsWith("Unrecognized SSL message")) {
      return "TLS was expected, but the other side doesn't speak it";
    }
    if (message.startsWith("Empty client certificate chain")) {
      return "the other side shows no certificate, and one is expected";
    }
    if (message.startsWith("readHandshakeRecord")) {
      // The JDK's message for a connection that was closed before it could write to it.
      return "the other side ended the TLS handshake: it may expect another certificate than it is"
          + " shown, if any";
    }
    if (message.startsWith(ALERT)) {
      String alert = message.substring(ALERT.length());
      return (alert.contains("certificate") || alert.equals("unknown_ca")
              ? "the other side expects another certificate than it is shown, if any: "
              : "the other side refuses the TLS handshake: ")
          + alert;
    }
    return "TLS handshake failed: " + message;
  }
}
