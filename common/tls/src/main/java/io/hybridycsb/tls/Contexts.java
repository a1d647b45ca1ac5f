package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.grpc.netty.shaded.io.netty.handler.ssl.JdkSslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the JDK's TLS contexts from files, and Netty's from the JDK's. */
final class Contexts {
  static final String PROTOCOL = "TLSv1.3";

  private static final Logger LOG = LoggerFactory.getLogger(Contexts.class);

  /** Protects nothing: the key store never leaves the memory. */
  private static final char[] NO_PASSWORD = {};

  private Contexts() {}

  /**
   * A context that shows the certificate and trusts the CA's, where these are given.
   *
   * @throws IllegalArgumentException in one line, if a file is absent or wrong
   */
  static SSLContext of(TlsFiles files) {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(keys(files), trusted(files), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "TLS can't be set up with " + files.prefix() + "*: " + e.getMessage(), e);
    }
  }

  private static KeyManager[] keys(TlsFiles files) throws GeneralSecurityException, IOException {
    if (files.certificate().isEmpty()) {
      return new KeyManager[0];
    }
    Path certificateFile = files.certificate().orElseThrow();
    Path keyFile = files.key().orElseThrow();
    List<X509Certificate> chain = PemFiles.certificates(files.name("certificate"), certificateFile);
    PrivateKey key = PemFiles.key(files.name("key"), keyFile);
    if (!belongTogether(chain.get(0), key)) {
      throw new IllegalArgumentException(
          "%s (%s) is not the key of the first certificate of %s (%s)"
              .formatted(files.name("key"), keyFile, files.name("certificate"), certificateFile));
    }
    warnUnlessValid(files.name("certificate"), certificateFile, chain.get(0));
    KeyStore store = emptyStore();
    store.setKeyEntry("own", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  /** The other side will refuse it, and this side only learns that another one is expected. */
  private static void warnUnlessValid(String property, Path file, X509Certificate certificate) {
    try {
      certificate.checkValidity();
    } catch (CertificateException e) {
      LOG.warn("{} ({}) is not valid today: {}", property, file, e.getMessage());
    }
  }

  private static boolean belongTogether(X509Certificate certificate, PrivateKey key)
      throws GeneralSecurityException {
    if (!certificate.getPublicKey().getAlgorithm().equals(key.getAlgorithm())) {
      return false;
    }
    String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
    byte[] message = {1};
    Signature signer = Signature.getInstance(algorithm);
    signer.initSign(key);
    signer.update(message);
    byte[] signature = signer.sign();
    signer.initVerify(certificate.getPublicKey());
    signer.update(message);
    return signer.verify(signature);
  }

  /** Without a CA nobody is trusted, rather than everybody the JDK trusts. */
  private static TrustManager[] trusted(TlsFiles files)
      throws GeneralSecurityException, IOException {
    if (files.ca().isEmpty()) {
      return new TrustManager[0];
    }
    KeyStore store = emptyStore();
    int number = 0;
    for (X509Certificate ca : PemFiles.certificates(files.name("ca"), files.ca().orElseThrow())) {
      store.setCertificateEntry("ca" + number++, ca);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** Of the old kind: PKCS12 would encrypt the key, which takes a quarter of a second of a core. */
  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, NO_PASSWORD);
    return store;
  }

  /** For gRPC, which speaks HTTP/2 alone. */
  static SslContext forGrpc(SSLContext context, boolean client, ClientAuth clientAuth) {
    ApplicationProtocolConfig http2 =
        new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            "h2");
    return new JdkSslContext(
        context,
        client,
        null,
        IdentityCipherSuiteFilter.INSTANCE,
        http2,
        clientAuth,
        new String[] {PROTOCOL},
        false);
  }
}
