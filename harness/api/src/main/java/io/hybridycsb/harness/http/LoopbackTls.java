package io.hybridycsb.harness.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
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
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The key is in memory only. */
  private static final char[] NO_PASSWORD = {};

  private final Path authorities;
  private final Path certificate;
  private final Path key;
  private SSLContext context;
  private HttpClient client;

  /**
   * The files are read when they are needed first.
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
    return answer(request(port, path), path);
  }

  /** Posts JSON, and returns the answer's; it fails as {@link #get} does. */
  public JsonNode post(int port, String path, String json)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(port, path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json));
    return JSON.readTree(answer(request, path));
  }

  /**
   * A connection to a port.
   *
   * @param timeoutMs for the connection, and for each read
   * @throws IOException if a file can't be read, or there is no connection in time
   */
  public Socket connect(int port, int timeoutMs) throws IOException {
    Socket socket = context().getSocketFactory().createSocket();
    try {
      socket.setSoTimeout(timeoutMs);
      socket.connect(new InetSocketAddress("127.0.0.1", port), timeoutMs);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path)).timeout(TIMEOUT);
  }

  private String answer(HttpRequest.Builder request, String path)
      throws IOException, InterruptedException {
    HttpResponse<String> response =
        client().send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != OK) {
      throw new IOException("%s answered with status %d".formatted(path, response.statusCode()));
    }
    return response.body();
  }

  private synchronized HttpClient client() throws IOException {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .connectTimeout(TIMEOUT)
              .version(HttpClient.Version.HTTP_1_1)
              .sslContext(context())
              .build();
    }
    return client;
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
