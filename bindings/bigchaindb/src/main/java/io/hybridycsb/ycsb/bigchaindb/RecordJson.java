package io.hybridycsb.ycsb.bigchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A record in a transaction's metadata: {@code {"fields":{"field0":"value",...}}}, or {@code
 * {"deleted":true}} after a delete. A {@code nonce} may be added.
 *
 * <p>A value that isn't UTF-8 is {@code {"base64":"..."}}. In names, characters that MongoDB
 * reserves are written as {@code %} and two hex digits. So is the first letter of {@code language},
 * which BigchainDB takes for an instruction.
 */
final class RecordJson {
  private static final String FIELDS = "fields";
  private static final String DELETED = "deleted";
  private static final String BASE64 = "base64";
  private static final String NONCE = "nonce";
  private static final Pattern RESERVED = Pattern.compile("[%.$\\x00]|^language$");
  private static final Pattern ESCAPED = Pattern.compile("%([0-9a-f]{2})");

  /** Stands for the empty name, which MongoDB doesn't take. */
  private static final String EMPTY = "%";

  private RecordJson() {}

  /** The metadata of a transaction after which the record has these fields. */
  static Map<String, Object> of(Map<String, byte[]> fields) {
    Map<String, Object> values = new HashMap<>();
    fields.forEach((name, value) -> values.put(escape(name), value(value)));
    return Map.of(FIELDS, values);
  }

  /**
   * Metadata that make a transaction unique. Two equal transactions would have one id, and the
   * sender of the second would take the first for its own.
   *
   * @param nonce a text that is used once
   */
  static Map<String, Object> once(Map<String, Object> metadata, String nonce) {
    Map<String, Object> own = new HashMap<>(metadata);
    own.put(NONCE, nonce);
    return own;
  }

  /** The metadata of a transaction after which there is no record. */
  static Map<String, Object> tombstone() {
    return Map.of(DELETED, true);
  }

  /**
   * The record that a transaction's metadata hold, in a map that may be changed; empty if it is
   * deleted.
   *
   * @throws IllegalArgumentException if they hold no record
   */
  static Optional<Map<String, byte[]>> fields(JsonNode metadata) {
    if (metadata.path(DELETED).asBoolean()) {
      return Optional.empty();
    }
    JsonNode values = metadata.path(FIELDS);
    if (!values.isObject()) {
      throw new IllegalArgumentException("a transaction of this owner holds no record");
    }
    Map<String, byte[]> fields = new HashMap<>();
    values.properties().forEach(value -> fields.put(unescape(value.getKey()), bytes(value)));
    return Optional.of(fields);
  }

  private static Object value(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return Map.of(BASE64, Base64.getEncoder().encodeToString(bytes));
    }
  }

  private static byte[] bytes(Map.Entry<String, JsonNode> field) {
    JsonNode value = field.getValue();
    return value.isTextual()
        ? value.textValue().getBytes(UTF_8)
        : Base64.getDecoder().decode(value.path(BASE64).asText());
  }

  private static String escape(String name) {
    return name.isEmpty()
        ? EMPTY
        : RESERVED
            .matcher(name)
            .replaceAll(
                match ->
                    "%%%02x%s"
                        .formatted((int) match.group().charAt(0), match.group().substring(1)));
  }

  private static String unescape(String name) {
    return name.equals(EMPTY)
        ? ""
        : ESCAPED
            .matcher(name)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        Character.toString(Integer.parseInt(match.group(1), 16))));
  }
}
