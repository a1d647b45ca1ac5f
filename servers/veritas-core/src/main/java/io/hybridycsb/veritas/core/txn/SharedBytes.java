package io.hybridycsb.veritas.core.txn;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;

/**
 * Parses messages without a copy of their bytes: a field of bytes is a part of what was parsed, and
 * keeps all of it in memory. So who keeps such a field for long copies it.
 */
public final class SharedBytes {
  private SharedBytes() {}

  /**
   * @throws InvalidProtocolBufferException if the bytes aren't one message
   */
  public static <M> M parse(Parser<M> parser, ByteString bytes)
      throws InvalidProtocolBufferException {
    CodedInputStream input = bytes.newCodedInput();
    input.enableAliasing(true);
    M message = parser.parseFrom(input);
    input.checkLastTagWas(0);
    return message;
  }
}
