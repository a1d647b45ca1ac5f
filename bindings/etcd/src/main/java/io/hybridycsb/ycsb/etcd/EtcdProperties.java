package io.hybridycsb.ycsb.etcd;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.util.List;
import java.util.Properties;

/** The properties {@code etcd.*}, as described where they are declared. */
final class EtcdProperties {
  enum Read {
    /** As of an instant between the call and its answer; a majority takes part. */
    LINEARIZABLE,
    /** What the member asked has applied so far; it may lag behind. */
    SERIALIZABLE
  }

  enum Update {
    /** Reads the record, and puts it with the fields merged if nobody has written meanwhile. */
    MERGE,
    /** Puts the fields given in place of the record, without a look at it. */
    PUT
  }

  static final Property<List<String>> ENDPOINTS =
      Property.requiredAddresses("etcd.endpoints", "where the members listen for clients");
  static final Property<Read> READ =
      Property.choice("etcd.read", Read.LINEARIZABLE, "how fresh reads and scans are");
  static final Property<Update> UPDATE =
      Property.choice("etcd.update", Update.MERGE, "what an update does");
  static final Property<Integer> RETRIES =
      Property.integer("etcd.retries", 3, 0, 1000, "how often an update that lost is tried again");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer("etcd.timeout.ms", 10_000, 100, 600_000, "how long a call may take");
  static final Property<Integer> CONNECTIONS =
      Property.integer("etcd.connections", 4, 1, 256, "connections to each member");

  static final Property<String> USER =
      Property.text("etcd.user", "NAME", "", "who connects, if etcd asks");
  static final Property<String> PASSWORD =
      Property.text("etcd.password", "TEXT", "", "that user's password").secret();
  static final Property<String> TLS_CA =
      Property.text("etcd.tls.ca", "FILE", "", "the CA of the members, PEM; given: TLS");
  static final Property<String> TLS_CERTIFICATE =
      Property.text("etcd.tls.certificate", "FILE", "", "the client's certificate, PEM");
  static final Property<String> TLS_KEY =
      Property.text("etcd.tls.key", "FILE", "", "the certificate's key, PKCS#8 in PEM");

  private static final PropertySet ALL = PropertySet.of("etcd.", EtcdProperties.class);

  private EtcdProperties() {}

  /**
   * @throws IllegalArgumentException if one is unknown, missing or wrong, or those of TLS don't go
   *     together
   */
  static PropertySet.Values read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    boolean hasCertificate = values.file(TLS_CERTIFICATE).isPresent();
    if (hasCertificate != values.file(TLS_KEY).isPresent()) {
      throw new IllegalArgumentException(
          "etcd.tls.certificate and etcd.tls.key are given both or not at all");
    }
    if (hasCertificate && values.file(TLS_CA).isEmpty()) {
      throw new IllegalArgumentException("etcd.tls.certificate needs etcd.tls.ca");
    }
    return values;
  }
}
