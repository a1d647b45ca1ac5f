package io.hybridycsb.tso.client;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;
import io.hybridycsb.tso.proto.AllocateReply;
import io.hybridycsb.tso.proto.AllocateRequest;

/** The one method of the service in {@code timestamp_oracle.proto}. */
public final class AllocateMethod {
  public static final String SERVICE = "hybridycsb.tso.v1.TimestampOracle";

  public static final MethodDescriptor<AllocateRequest, AllocateReply> DESCRIPTOR =
      MethodDescriptor.<AllocateRequest, AllocateReply>newBuilder()
          .setType(MethodType.BIDI_STREAMING)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Allocate"))
          .setRequestMarshaller(ProtoUtils.marshaller(AllocateRequest.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(AllocateReply.getDefaultInstance()))
          .build();

  /** In bytes: far more than a request or reply takes, and harmless. */
  public static final int MAX_MESSAGE_BYTES = 1024;

  /** The most timestamps that one request may ask for. */
  public static final int MAX_COUNT = 10_000;

  private AllocateMethod() {}
}
