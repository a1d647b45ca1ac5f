package io.hybridycsb.tls;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A client's side of TLS: it trusts a server whose certificate is from its CA and names the
 * requested host, and shows a certificate of its own if it has one.
 */
public final class ClientTls {
  private final SSLContext context;

  private ClientTls(SSLContext context) {
    this.context = context;
  }

  /**
   * Reads the files; empty if none are given, so that connections are plain.
   *
   * @throws IllegalArgumentException in one line, if a file is absent or wrong, or a certificate
   *     comes without a CA
   */
  public static Optional<ClientTls> of(TlsFiles files) {
    if (files.ca().isEmpty() && files.certificate().isPresent()) {
      throw new IllegalArgumentException(
          files.name("certificate")
              + " needs "
              + files.name("ca")
              + ": the CA by which servers are known");
    }
    return files.ca().map(ca -> new ClientTls(Contexts.of(files)));
  }

  /** Sets a channel's connections to TLS, or to plain ones if {@code tls} is empty. */
  public static void secure(NettyChannelBuilder channel, Optional<ClientTls> tls) {
    tls.ifPresentOrElse(
        client ->
            // The host name is checked by gRPC's negotiator, which sets the algorithm HTTPS.
            channel.sslContext(Contexts.forGrpc(client.context, true, ClientAuth.NONE)),
        channel::usePlaintext);
  }

  /**
   * Starts TLS on a connection and returns when the handshake is done.
   *
   * @param plain connected; closed with the result, and if the handshake fails
   * @param host the name that the certificate must have
   * @throws IOException if the handshake fails; {@link TlsFailures} says why
   */
  public SSLSocket over(Socket plain, String host, int port) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(new String[] {Contexts.PROTOCOL});
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }
}
