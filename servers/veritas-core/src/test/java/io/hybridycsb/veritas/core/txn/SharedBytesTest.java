package io.hybridycsb.veritas.core.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.proto.Transaction;
import org.junit.jupiter.api.Test;

/** What is parsed is what a parser that copies would make of it. */
class SharedBytesTest {
  private static final Transaction MESSAGE =
      Transaction.newBuilder()
          .setBody(ByteString.copyFromUtf8("body"))
          .setSignature(ByteString.copyFromUtf8("signature"))
          .setBatchSize(7)
          .build();

  @Test
  void aMessageIsParsed() throws InvalidProtocolBufferException {
    assertThat(SharedBytes.parse(Transaction.parser(), MESSAGE.toByteString())).isEqualTo(MESSAGE);
  }

  @Test
  void everyCutOrChangedMessageIsTakenOrRefusedAlike() {
    byte[] bytes = MESSAGE.toByteArray();
    for (int at = 0; at < bytes.length; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] changed = bytes.clone();
        changed[at] = (byte) value;
        assertParsedAlike(ByteString.copyFrom(changed));
      }
      assertParsedAlike(ByteString.copyFrom(bytes, 0, at));
    }
  }

  @Test
  void theEndOfAGroupThatHasNotBegunIsNoMessage() {
    ByteString endOfGroup = ByteString.copyFrom(new byte[] {0x0c});
    assertThatThrownBy(() -> SharedBytes.parse(Transaction.parser(), endOfGroup))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  private static void assertParsedAlike(ByteString bytes) {
    Transaction expected;
    try {
      expected = Transaction.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      assertThatThrownBy(() -> SharedBytes.parse(Transaction.parser(), bytes))
          .isInstanceOf(InvalidProtocolBufferException.class);
      return;
    }
    try {
      assertThat(SharedBytes.parse(Transaction.parser(), bytes)).isEqualTo(expected);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("a parser that copies takes it", e);
    }
  }
}
