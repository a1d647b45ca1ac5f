package io.hybridycsb.veritas.connection;

import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.ServerFrame;

/** The API's one method: a stream of requests, a stream of answers. */
public final class VeritasMethod {
  public static final String SERVICE = "veritas.v1.Veritas";

  /** Longest message in either direction, in bytes. */
  public static final int MESSAGE_BYTES_MAX = 32 << 20;

  /** Longest request or answer; the rest of a message is for what may come with it. */
  public static final int CALL_BYTES_MAX = MESSAGE_BYTES_MAX - (1 << 20);

  /** Longest body of a transaction; the rest is for what its request has besides. */
  public static final int BODY_BYTES_MAX = CALL_BYTES_MAX - (1 << 20);

  public static final MethodDescriptor<ClientFrame, ServerFrame> CONNECT =
      MethodDescriptor.<ClientFrame, ServerFrame>newBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Connect"))
          .setRequestMarshaller(ProtoUtils.marshaller(ClientFrame.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(ServerFrame.getDefaultInstance()))
          .build();

  private VeritasMethod() {}
}
