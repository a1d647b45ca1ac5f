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
 * What a client connects by: it trusts servers whose certificate names the host that it asked for
 * and comes from its CA, and shows a certificate of its own if it has one.
 */
public final class ClientTls {
  private final SSLContext context;

  private ClientTls(SSLContext context) {
    this.context = context;
  }

  /**
   * Reads the files; empty if they say nothing, so that connections are plain.
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

  /** Makes a channel's connections TLS, or plain where there is none. */
  public static void secure(NettyChannelBuilder channel, Optional<ClientTls> tls) {
    tls.ifPresentOrElse(
        client ->
            // The host name is checked by gRPC's negotiator, which sets the algorithm HTTPS.
            channel.sslContext(Contexts.forGrpc(client.context, true, ClientAuth.NONE)),
        channel::usePlaintext);
  }

  /**
   * Makes TLS of a connection, and returns when both sides have agreed.
   *
   * @param plain connected; closed with the result, and where they don't agree
   * @param host whom the certificate has to name
   * @throws IOException if they don't agree; {@link TlsFailures} says why
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
