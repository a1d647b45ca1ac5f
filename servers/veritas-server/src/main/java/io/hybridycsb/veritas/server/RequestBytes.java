package io.hybridycsb.veritas.server;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.SeenRead;
import java.io.IOException;

/**
 * What a request takes in memory until it is answered, estimated from its bytes without parsing it:
 * a message of many short parts takes a multiple of its length.
 */
final class RequestBytes {
  /** Of a call and what the node keeps for it. */
  private static final int CALL_BYTES = 256;

  /** Of a part with a length: as it was received, and as the node keeps it. */
  private static final int PART_BYTES = 128;

  private static final int NUMBER_BYTES = 16;

  /** Of the proof of a read. */
  private static final int PROOF_BYTES = 1024;

  private RequestBytes() {}

  /**
   * @throws InvalidProtocolBufferException if it isn't a request
   */
  static long of(byte[] frame, int from, int length) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(frame, from, length);
    return CALL_BYTES + of(in, Request.getDescriptor());
  }

  private static long of(CodedInputStream in, Descriptor type) throws IOException {
    long bytes = type == SeenRead.getDescriptor() ? PROOF_BYTES : 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        bytes += NUMBER_BYTES;
        skip(in, tag);
        continue;
      }
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      int length = in.readRawVarint32();
      bytes += PART_BYTES;
      if (field != null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        int outer = in.pushLimit(length);
        bytes += of(in, field.getMessageType());
        in.popLimit(outer);
      } else {
        bytes += length;
        in.skipRawBytes(length);
      }
    }
    return bytes;
  }

  /** The request's number, likewise. */
  static long id(byte[] frame, int from, int length) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(frame, from, length);
    long id = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == (Request.ID_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_VARINT)) {
        id = in.readUInt64();
      } else {
        skip(in, tag);
      }
    }
    return id;
  }

  static void skip(CodedInputStream in, int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("a group ends that hasn't begun");
    }
  }
}
