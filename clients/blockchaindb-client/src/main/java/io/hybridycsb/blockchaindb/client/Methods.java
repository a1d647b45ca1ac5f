package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.ScanRequest;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;

/** The methods of a node. */
public final class Methods {
  public static final String SERVICE = "hybridycsb.blockchaindb.Node";

  /** A message may be no larger. */
  public static final int MESSAGE_BYTES_MAX = 16 << 20;

  public static final MethodDescriptor<WriteRequest, WriteReply> WRITE =
      method("Write", WriteRequest.getDefaultInstance(), WriteReply.getDefaultInstance());
  public static final MethodDescriptor<OutcomeRequest, WriteReply> OUTCOME =
      method("Outcome", OutcomeRequest.getDefaultInstance(), WriteReply.getDefaultInstance());
  public static final MethodDescriptor<GetRequest, GetReply> GET =
      method("Get", GetRequest.getDefaultInstance(), GetReply.getDefaultInstance());
  public static final MethodDescriptor<ScanRequest, ScanReply> SCAN =
      method("Scan", ScanRequest.getDefaultInstance(), ScanReply.getDefaultInstance());
  public static final MethodDescriptor<ProofRequest, ProofReply> PROOF =
      method("Proof", ProofRequest.getDefaultInstance(), ProofReply.getDefaultInstance());
  public static final MethodDescriptor<BlockRequest, BlockReply> BLOCK =
      method("Block", BlockRequest.getDefaultInstance(), BlockReply.getDefaultInstance());

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
