package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Changes messages as a liar might, one part or two. */
final class Mutations {
  private static final int MOST_AT_ONCE = 2;

  private final Random random;

  Mutations(long seed) {
    random = new Random(seed);
  }

  /**
   * A part of a message: bytes, a number, or a list.
   *
   * @param at position in a list; -1 if it is no element of one
   */
  private record Part(Message.Builder in, FieldDescriptor field, int at) {
    Object get() {
      return at < 0 ? in.getField(field) : in.getRepeatedField(field, at);
    }

    void set(Object value) {
      if (at < 0) {
        in.setField(field, value);
      } else {
        in.setRepeatedField(field, at, value);
      }
    }

    ByteString bytes() {
      return (ByteString) get();
    }
  }

  /** What can be changed in a message, in the order of its fields. */
  private record Parts(List<Part> bytes, List<Part> numbers, List<Part> lists) {
    static Parts of(Message.Builder message) {
      Parts parts = new Parts(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      parts.add(message);
      return parts;
    }

    private void add(Message.Builder in) {
      for (Map.Entry<FieldDescriptor, Object> set : in.getAllFields().entrySet()) {
        FieldDescriptor field = set.getKey();
        if (!field.isRepeated()) {
          add(in, field, -1);
          continue;
        }
        lists.add(new Part(in, field, -1));
        for (int i = 0; i < in.getRepeatedFieldCount(field); i++) {
          add(in, field, i);
        }
      }
    }

    private void add(Message.Builder in, FieldDescriptor field, int at) {
      Part part = new Part(in, field, at);
      if (field.getJavaType() == JavaType.MESSAGE) {
        add(at < 0 ? in.getFieldBuilder(field) : in.getRepeatedFieldBuilder(field, at));
      } else if (field.getJavaType() == JavaType.BYTE_STRING) {
        bytes.add(part);
      } else if (field.getJavaType() == JavaType.LONG || field.getJavaType() == JavaType.INT) {
        numbers.add(part);
      }
    }
  }

  /**
   * A changed message.
   *
   * @param other honest message of the same kind, of which parts may be taken
   */
  @SuppressWarnings("unchecked")
  <M extends Message> M changed(M honest, M other) {
    Message.Builder changed = honest.toBuilder();
    for (int i = random.nextInt(MOST_AT_ONCE); i >= 0; i--) {
      change(Parts.of(changed), other);
    }
    return (M) changed.build();
  }

  private void change(Parts parts, Message other) {
    switch (random.nextInt(9)) {
      case 0 -> flip(any(parts.bytes()));
      case 1 -> move(parts.bytes());
      case 2 -> swap(any(parts.bytes()), any(parts.bytes()));
      case 3 -> any(parts.bytes()).set(any(Parts.of(other.toBuilder()).bytes()).get());
      case 4 -> any(parts.bytes()).set(bytes(random.nextInt(70)));
      case 5 -> count(any(parts.numbers()), any(Parts.of(other.toBuilder()).numbers()));
      case 6 -> replaceList(parts.lists(), Parts.of(other.toBuilder()).lists());
      default -> changeList(parts.lists());
    }
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private ByteString bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return ByteString.copyFrom(bytes);
  }

  private void flip(Part part) {
    byte[] bytes = part.bytes().toByteArray();
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      part.set(ByteString.copyFrom(bytes));
    }
  }

  /** Moves bytes from one part to the next, or back: joined, both are what they were. */
  private void move(List<Part> parts) {
    int at = random.nextInt(parts.size() - 1);
    Part first = parts.get(at);
    Part second = parts.get(at + 1);
    ByteString joined = first.bytes().concat(second.bytes());
    int border = random.nextInt(joined.size() + 1);
    first.set(joined.substring(0, border));
    second.set(joined.substring(border));
  }

  private static void swap(Part one, Part other) {
    Object value = one.get();
    one.set(other.get());
    other.set(value);
  }

  private void count(Part part, Part other) {
    long now = ((Number) part.get()).longValue();
    long next =
        switch (random.nextInt(4)) {
          case 0 -> now + 1;
          case 1 -> now - 1;
          case 2 -> ((Number) other.get()).longValue();
          default -> random.nextLong() >> random.nextInt(Long.SIZE);
        };
    if (part.field().getJavaType() == JavaType.INT) {
      part.set((int) next);
    } else {
      part.set(next);
    }
  }

  /** Takes a list of the same kind from the other message. */
  private void replaceList(List<Part> lists, List<Part> others) {
    if (lists.isEmpty() || others.isEmpty()) {
      return;
    }
    Part list = any(lists);
    Part other = any(others);
    if (list.field().equals(other.field())
        || list.field().getJavaType() == JavaType.BYTE_STRING
            && other.field().getJavaType() == JavaType.BYTE_STRING) {
      list.set(other.get());
    }
  }

  private void changeList(List<Part> lists) {
    if (lists.isEmpty()) {
      return;
    }
    Part list = any(lists);
    List<Object> elements = new ArrayList<>((List<?>) list.get());
    int at = random.nextInt(elements.size());
    switch (random.nextInt(4)) {
      case 0 -> elements.remove(at);
      case 1 -> elements.add(any(elements));
      case 2 -> elements.add(at, elements.get(at));
      default -> Collections.swap(elements, at, random.nextInt(elements.size()));
    }
    list.set(elements);
  }
}
