package io.hybridycsb.harness.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks servers on the loopback interface over HTTPS, where they want to know who asks. */
public final class LoopbackTls {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int OK = 200;

  /** The key is in memory only. */
  private static final char[] NO_PASSWORD = {};

  private final Path authorities;
  private final Path certificate;
  private final Path key;
  private HttpClient client;

  /**
   * The files are read at the first call.
   *
   * @param authorities certificates of those who vouch for the servers, in PEM
   * @param certificate of the one who asks, in PEM
   * @param key its EC key, PKCS#8 in PEM
   */
  public LoopbackTls(Path authorities, Path certificate, Path key) {
    this.authorities = authorities;
    this.certificate = certificate;
    this.key = key;
  }

  /**
   * The body of the answer.
   *
   * @throws IOException if a file can't be read, or the server doesn't answer within ten seconds,
   *     or with another status than 200
   */
  public String get(int port, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
            .timeout(TIMEOUT)
            .build();
    HttpResponse<String> response = client().send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != OK) {
      throw new IOException("%s answered with status %d".formatted(path, response.statusCode()));
    }
    return response.body();
  }

  private synchronized HttpClient client() throws IOException {
    if (client == null) {
      try {
        client =
            HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context())
                .build();
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        throw new IOException(
            "cannot use %s, %s, %s: %s".formatted(authorities, certificate, key, e.getMessage()),
            e);
      }
    }
    return client;
  }

  private SSLContext context() throws GeneralSecurityException, IOException {
    KeyStore trusted = empty();
    int number = 0;
    for (Certificate authority : certificates(authorities)) {
      trusted.setCertificateEntry("authority" + number++, authority);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    KeyStore own = empty();
    own.setKeyEntry("own", key(), NO_PASSWORD, certificates(certificate));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static Certificate[] certificates(Path file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(in)
          .toArray(Certificate[]::new);
    }
  }

  private PrivateKey key() throws GeneralSecurityException, IOException {
    String base64 = Files.readString(key).replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }
}
