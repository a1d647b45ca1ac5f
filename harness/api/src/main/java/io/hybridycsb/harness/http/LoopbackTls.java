package io.hybridycsb.harness.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks servers on the loopback interface over HTTPS, where they want to know who asks. */
public final class LoopbackTls extends Loopback {
  /** The key is in memory only. */
  private static final char[] NO_PASSWORD = {};

  private final Path authorities;
  private final Path certificate;
  private final Path key;
  private SSLContext context;

  /**
   * The files are read when they are needed first.
   *
   * @param authorities certificates of those who vouch for the servers, in PEM
   * @param certificate of the one who asks, in PEM
   * @param key its EC key, PKCS#8 in PEM
   */
  public LoopbackTls(Path authorities, Path certificate, Path key) {
    super("https");
    this.authorities = authorities;
    this.certificate = certificate;
    this.key = key;
  }

  /**
   * A connection to a port.
   *
   * @param timeoutMs for the connection, and for each read
   * @throws IOException if a file can't be read, or there is no connection in time
   */
  public Socket connect(int port, int timeoutMs) throws IOException {
    Socket socket = context().getSocketFactory().createSocket();
    return connected(socket, new InetSocketAddress("127.0.0.1", port), timeoutMs);
  }

  @Override
  HttpClient.Builder configured(HttpClient.Builder builder) throws IOException {
    return builder.sslContext(context());
  }

  private synchronized SSLContext context() throws IOException {
    try {
      if (context == null) {
        context = readFiles();
      }
      return context;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          "cannot use %s, %s, %s: %s".formatted(authorities, certificate, key, e.getMessage()), e);
    }
  }

  private SSLContext readFiles() throws GeneralSecurityException, IOException {
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

  /** Of the old kind: PKCS12 would encrypt the key, which takes a quarter of a second of a core. */
  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, NO_PASSWORD);
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
