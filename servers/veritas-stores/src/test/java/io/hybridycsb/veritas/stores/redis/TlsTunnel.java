package io.hybridycsb.veritas.stores.redis;

import io.hybridycsb.tls.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The TLS of a Redis that was built without it: takes TLS from clients that show a certificate, and
 * passes on what it carries. The JDK's sockets, none of the code under test.
 */
final class TlsTunnel implements AutoCloseable {
  private static final char[] NO_PASSWORD = {};

  private final SSLServerSocket listener;
  private final int to;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  TlsTunnel(TlsFiles files, int to) throws Exception {
    this.to = to;
    listener =
        (SSLServerSocket)
            context(files)
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    listener.setNeedClientAuth(true);
    start(this::accept);
  }

  private static SSLContext context(TlsFiles files) throws Exception {
    KeyStore own = KeyStore.getInstance("JKS");
    own.load(null, NO_PASSWORD);
    String pem = Files.readString(files.key().orElseThrow()).replaceAll("-----[^-]+-----", "");
    PrivateKey key =
        KeyFactory.getInstance("EC")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem)));
    own.setKeyEntry(
        "own",
        key,
        NO_PASSWORD,
        new Certificate[] {certificate(files.certificate().orElseThrow())});
    own.setCertificateEntry("ca", certificate(files.ca().orElseThrow()));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, NO_PASSWORD);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(own);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static Certificate certificate(java.nio.file.Path pem) throws Exception {
    try (InputStream in = Files.newInputStream(pem)) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "tls-tunnel");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        SSLSocket client = (SSLSocket) listener.accept();
        sockets.add(client);
        start(() -> serve(client));
      }
    } catch (IOException e) {
      // Closed at the end of the test.
    }
  }

  private void serve(SSLSocket client) {
    try (client;
        Socket redis = new Socket("127.0.0.1", to)) {
      sockets.add(redis);
      client.startHandshake();
      start(() -> copy(redis, client));
      copy(client, redis);
    } catch (IOException e) {
      // A client that was refused, or has gone.
    }
  }

  private static void copy(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      // One side has gone, so the other goes too.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
