package io.hybridycsb.veritas.client.fakes;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Changes one thing in a message, somewhere in it:
 *
 * <ul>
 *   <li>A bit.
 *   <li>Bytes, which move from one part to the next, or are too many or missing.
 *   <li>An element of a list, which is left out, repeated, or in another place.
 *   <li>A number.
 * </ul>
 *
 * <p>What is a message within the message's bytes is changed inside, too.
 */
public final class Mutator {
  private static final Map<String, Parser<? extends Message>> ENCODED =
      Map.of(
          "veritas.v1.VerifyReply.headers", BlockHeader.parser(),
          "veritas.v1.VerifyReply.signed_header", SignedHeader.parser(),
          "veritas.v1.Vote.body", VoteBody.parser());

  private final Random random;

  public Mutator(long seed) {
    random = new Random(seed);
  }

  private record Part(FieldDescriptor field, Supplier<ByteString> get, Consumer<ByteString> set) {}

  private record Number(Supplier<Object> get, Consumer<Object> set) {}

  private record Elements(Message.Builder in, FieldDescriptor field) {}

  /** The parts of a message and of those in it. */
  private record Parts(List<Part> bytes, List<Number> numbers, List<Elements> lists) {
    Parts(Message.Builder message) {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      add(message);
    }

    private void add(Message.Builder message) {
      for (FieldDescriptor field : List.copyOf(message.getAllFields().keySet())) {
        if (!field.isRepeated()) {
          if (field.getJavaType() == JavaType.MESSAGE) {
            add(message.getFieldBuilder(field));
          } else {
            add(field, () -> message.getField(field), value -> message.setField(field, value));
          }
          continue;
        }
        lists.add(new Elements(message, field));
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
          int at = i;
          if (field.getJavaType() == JavaType.MESSAGE) {
            add(message.getRepeatedFieldBuilder(field, at));
          } else {
            add(
                field,
                () -> message.getRepeatedField(field, at),
                value -> message.setRepeatedField(field, at, value));
          }
        }
      }
    }

    private void add(FieldDescriptor field, Supplier<Object> get, Consumer<Object> set) {
      if (field.getJavaType() == JavaType.BYTE_STRING) {
        bytes.add(new Part(field, () -> (ByteString) get.get(), set::accept));
      } else if (field.getJavaType() == JavaType.LONG || field.getJavaType() == JavaType.INT) {
        numbers.add(new Number(get, set));
      }
    }
  }

  @SuppressWarnings("unchecked")
  public <M extends Message> M changed(M message) {
    Message.Builder changed = message.toBuilder();
    change(changed);
    return (M) changed.build();
  }

  private void change(Message.Builder message) {
    Parts parts = new Parts(message);
    List<Part> encoded =
        parts.bytes().stream()
            .filter(part -> parser(part) != null && !part.get().get().isEmpty())
            .toList();
    if (!encoded.isEmpty() && random.nextInt(3) == 0) {
      changeInside(any(encoded));
      return;
    }
    switch (random.nextInt(9)) {
      case 0, 1, 2 -> flipBit(parts.bytes());
      case 3, 4 -> moveBytes(parts.bytes());
      case 5 -> changeLength(parts.bytes());
      case 6 -> swapParts(parts.bytes());
      case 7 -> changeNumber(parts.numbers());
      default -> changeList(parts.lists());
    }
  }

  private static Parser<? extends Message> parser(Part part) {
    return ENCODED.get(part.field().getFullName());
  }

  private void changeInside(Part part) {
    try {
      Message.Builder inner = parser(part).parseFrom(part.get().get()).toBuilder();
      change(inner);
      part.set().accept(inner.build().toByteString());
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void flipBit(List<Part> parts) {
    if (parts.isEmpty()) {
      return;
    }
    Part part = any(parts);
    byte[] bytes = part.get().get().toByteArray();
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      part.set().accept(ByteString.copyFrom(bytes));
    }
  }

  /** Both ways; their bytes together stay the same. */
  private void moveBytes(List<Part> parts) {
    if (parts.size() < 2) {
      return;
    }
    int at = random.nextInt(parts.size() - 1);
    Part first = parts.get(at);
    Part second = parts.get(at + 1);
    ByteString both = first.get().get().concat(second.get().get());
    int length = first.get().get().size() + random.nextInt(67) - 33;
    int split = Math.min(both.size(), Math.max(0, length));
    first.set().accept(both.substring(0, split));
    second.set().accept(both.substring(split));
  }

  private void changeLength(List<Part> parts) {
    if (parts.isEmpty()) {
      return;
    }
    Part part = any(parts);
    ByteString bytes = part.get().get();
    int by = 1 + random.nextInt(40);
    int left = Math.max(0, bytes.size() - by);
    part.set()
        .accept(
            switch (random.nextInt(4)) {
              case 0 -> bytes.substring(0, left);
              case 1 -> bytes.substring(bytes.size() - left);
              case 2 -> bytes.concat(ByteString.copyFrom(new byte[by]));
              default -> ByteString.copyFrom(new byte[by]).concat(bytes);
            });
  }

  private void swapParts(List<Part> parts) {
    if (parts.isEmpty()) {
      return;
    }
    Part first = any(parts);
    Part second = any(parts);
    ByteString kept = first.get().get();
    first.set().accept(second.get().get());
    second.set().accept(kept);
  }

  private void changeNumber(List<Number> numbers) {
    if (numbers.isEmpty()) {
      return;
    }
    Number number = any(numbers);
    long by = random.nextBoolean() ? random.nextInt(7) - 3 : random.nextLong();
    if (number.get().get() instanceof Long value) {
      number.set().accept(value + by);
    } else {
      number.set().accept((Integer) number.get().get() + (int) by);
    }
  }

  private void changeList(List<Elements> lists) {
    if (lists.isEmpty()) {
      return;
    }
    Elements list = any(lists);
    List<Object> elements = new ArrayList<>((List<?>) list.in().getField(list.field()));
    int at = random.nextInt(elements.size());
    int to = random.nextInt(elements.size());
    switch (random.nextInt(3)) {
      case 0 -> elements.remove(at);
      case 1 -> elements.add(to, elements.get(at));
      default -> elements.add(to, elements.remove(at));
    }
    list.in().setField(list.field(), elements);
  }
}
