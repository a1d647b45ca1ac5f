package io.hybridycsb.relational.client;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.hybridycsb.relational.proto.FindRequest;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.StatusReply;
import io.hybridycsb.relational.proto.StatusRequest;
import io.hybridycsb.relational.proto.SubmitRequest;

/** The methods of a node. */
public final class Methods {
  public static final String SERVICE = "relational.v1.RelationalNode";

  /** A message may be no larger. */
  public static final int MESSAGE_BYTES_MAX = 32 << 20;

  public static final MethodDescriptor<SubmitRequest, Result> SUBMIT =
      method("Submit", SubmitRequest.getDefaultInstance(), Result.getDefaultInstance());
  public static final MethodDescriptor<FindRequest, Result> FIND =
      method("Find", FindRequest.getDefaultInstance(), Result.getDefaultInstance());
  public static final MethodDescriptor<ReadRequest, ReadReply> READ =
      method("Read", ReadRequest.getDefaultInstance(), ReadReply.getDefaultInstance());
  public static final MethodDescriptor<StatusRequest, StatusReply> STATUS =
      method("Status", StatusRequest.getDefaultInstance(), StatusReply.getDefaultInstance());

  private Methods() {}

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q request, A reply) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(reply))
        .build();
  }
}
