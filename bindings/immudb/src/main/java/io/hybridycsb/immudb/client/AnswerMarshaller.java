package io.hybridycsb.immudb.client;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads answers that may be made to harm. A field takes two bytes of a message, but some 64 of
 * memory once it is read: so fields are counted before.
 */
final class AnswerMarshaller<A extends Message> implements Marshaller<A> {
  /** Sixteen MiB of memory. A transaction of 1,024 entries has some 6,000. */
  static final int FIELDS_MAX = 1 << 18;

  private final Descriptor type;
  private final Marshaller<A> plain;

  AnswerMarshaller(A any) {
    type = any.getDescriptorForType();
    plain = ProtoUtils.marshaller(any);
  }

  @Override
  public InputStream stream(A answer) {
    return plain.stream(answer);
  }

  /**
   * Reads an answer.
   *
   * @throws io.grpc.StatusRuntimeException if it isn't one, or has too many fields
   */
  @Override
  public A parse(InputStream in) {
    try {
      byte[] bytes = in.readAllBytes();
      count(CodedInputStream.newInstance(bytes), type, FIELDS_MAX);
      return plain.parse(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw wrong("the answer isn't one of immudb's: " + e.getMessage());
    }
  }

  /** How many fields of those that are left aren't in a message. */
  private static int count(CodedInputStream in, Descriptor type, int left) throws IOException {
    int after = left;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      after--;
      if (after < 0) {
        throw wrong("the answer has more than the %d fields that are read".formatted(FIELDS_MAX));
      }
      int form = WireFormat.getTagWireType(tag);
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (form == WireFormat.WIRETYPE_START_GROUP) {
        throw wrong("the answer isn't one of immudb's: it has a group of fields");
      }
      if (form == WireFormat.WIRETYPE_LENGTH_DELIMITED
          && field != null
          && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        int limit = in.pushLimit(in.readRawVarint32());
        after = count(in, field.getMessageType(), after);
        in.popLimit(limit);
      } else {
        in.skipField(tag);
      }
    }
    return after;
  }

  private static RuntimeException wrong(String text) {
    return Status.INTERNAL.withDescription(text).asRuntimeException();
  }
}
