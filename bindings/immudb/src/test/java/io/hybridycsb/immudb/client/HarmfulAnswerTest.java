package io.hybridycsb.immudb.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import io.hybridycsb.immudb.client.CallFailed.Kind;
import io.hybridycsb.immudb.client.Methods.Method;
import io.hybridycsb.immudb.wire.Entries;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.verification.VerificationFailed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server whose answers are to cost the client its memory, or aren't messages at all. */
class HarmfulAnswerTest {
  private static final byte[] KEY = "key".getBytes(UTF_8);

  /** An entry without a field in a list of them: two bytes. */
  private static final byte[] EMPTY_ENTRY = {0x0a, 0};

  private ImmudbStandIn server;
  private Immudb client;

  /** What is answered to all but the first questions. */
  private Supplier<byte[]> answer;

  @BeforeEach
  void connect() throws Exception {
    server = new ImmudbStandIn();
    for (Method<?, ?> method : List.of(Methods.SET, Methods.GET, Methods.GET_ALL, Methods.SCAN)) {
      server.on(raw(method), any -> answer.get());
    }
    client = Immudb.open(server.server(30_000), Optional.empty());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    server.close();
  }

  private static MethodDescriptor<byte[], byte[]> raw(Method<?, ?> method) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(method.descriptor().getFullMethodName())
        .setRequestMarshaller(new Bytes())
        .setResponseMarshaller(new Bytes())
        .build();
  }

  private static final class Bytes implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream in) {
      try {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private CallFailed write() {
    return catchThrowableOfType(
        CallFailed.class, () -> client.set(List.of(Change.put(KEY, KEY)), List.of()));
  }

  private CallFailed read() {
    return catchThrowableOfType(CallFailed.class, () -> client.getAll(List.of(KEY)));
  }

  /** The server has worked on it: whoever took it for refused would be wrong. */
  @Test
  void aWriteWhoseAnswerIsTooLargeIsNotRefusedByTheServer() {
    answer = () -> new byte[Methods.OTHER_BYTES_MAX + 1];

    CallFailed failed = write();

    assertThat(failed)
        .hasMessage(
            "the answer is larger than the client takes"
                + " (gRPC message exceeds maximum size 4194304: 4194305)");
    assertThat(failed.kind()).isEqualTo(Kind.FAILED);
  }

  @Test
  void whatTheServerCannotTakeItRefuses() {
    answer =
        () -> {
          throw Status.RESOURCE_EXHAUSTED
              .withDescription("received message larger than max")
              .asRuntimeException();
        };

    assertThat(write()).hasMessage("received message larger than max");
    assertThat(write().kind()).isEqualTo(Kind.REFUSED);
  }

  @Test
  void anAnswerOfMoreFieldsThanItHasRoomForIsNotRead() throws Exception {
    answer = () -> repeated(AnswerMarshaller.FIELDS_MAX + 1);
    assertThat(read()).hasMessage("the answer has more than the 262144 fields that are read");
    assertThat(read().kind()).isEqualTo(Kind.FAILED);

    answer = () -> repeated(AnswerMarshaller.FIELDS_MAX);
    assertThat(client.getAll(List.of(KEY))).singleElement().isNotNull();
  }

  private static byte[] repeated(int times) {
    byte[] entries = new byte[times * EMPTY_ENTRY.length];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = EMPTY_ENTRY[i % EMPTY_ENTRY.length];
    }
    return entries;
  }

  @Test
  void anAnswerThatIsNoMessageIsToldAsThat() {
    byte[] cutOff = {0x0a, 7, 1};
    byte[] group = {0x0b, 0x0c};
    for (byte[] wrong : List.of(cutOff, group)) {
      answer = () -> wrong;

      assertThat(read()).hasMessageStartingWith("the answer isn't one of immudb's: ");
      assertThat(read().kind()).isEqualTo(Kind.FAILED);
    }
  }

  /** Transaction 0 stands for a record that is absent. */
  @Test
  void aRecordThatNoTransactionHasWrittenIsRefused() {
    Entry entry = Entry.newBuilder().setKey(ByteString.copyFrom(KEY)).build();
    byte[] all = Entries.newBuilder().addEntries(entry).build().toByteArray();
    String reason = "key is said to be written by transaction 0, the first one is 1";

    answer = entry::toByteArray;
    assertThatThrownBy(() -> client.get(KEY))
        .isInstanceOf(VerificationFailed.class)
        .hasMessage(reason);
    answer = () -> all;
    assertThatThrownBy(() -> client.getAll(List.of(KEY)))
        .isInstanceOf(VerificationFailed.class)
        .hasMessage(reason);
    assertThatThrownBy(() -> client.scan(KEY, new byte[] {-1}, 1))
        .isInstanceOf(VerificationFailed.class)
        .hasMessage(reason);
  }
}
