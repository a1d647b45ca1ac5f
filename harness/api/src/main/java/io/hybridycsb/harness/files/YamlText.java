package io.hybridycsb.harness.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads YAML whose values stay as they are written. YAML itself takes {@code off} for false and
 * {@code 3.10} for 3.1; here both are texts, as if they stood in quotes.
 */
public final class YamlText {
  private static final YAMLFactory YAML = new YAMLFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private YamlText() {}

  /**
   * The first document: names, lists, texts and nulls.
   *
   * @throws com.fasterxml.jackson.core.JsonProcessingException if it is no YAML
   */
  public static JsonNode read(InputStream text) throws IOException {
    try (JsonParser parser = YAML.createParser(text)) {
      return parser.nextToken() == null ? NODES.missingNode() : node(parser);
    }
  }

  /** What begins at the parser's token. */
  private static JsonNode node(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> names(parser);
      case START_ARRAY -> list(parser);
      case VALUE_NULL -> NullNode.instance;
      default -> TextNode.valueOf(parser.getText());
    };
  }

  private static ObjectNode names(JsonParser parser) throws IOException {
    ObjectNode names = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      names.set(name, node(parser));
    }
    return names;
  }

  private static ArrayNode list(JsonParser parser) throws IOException {
    ArrayNode list = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(node(parser));
    }
    return list;
  }
}
