package io.hybridycsb.veritas.server.audit;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.Fields;
import io.hybridycsb.veritas.model.StateKey;
import io.hybridycsb.veritas.proto.ReadVersion;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.proto.Write;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Makes transactions' bodies. */
final class Bodies {
  static final String TABLE = "usertable";

  private Bodies() {}

  static byte[] key(String key) {
    return StateKey.of(TABLE, key);
  }

  static TransactionBody.Builder by(SigningKey client, long timestamp) {
    return TransactionBody.newBuilder()
        .setTimestamp(timestamp)
        .setClient(ByteString.copyFrom(client.publicKey()));
  }

  static Write put(String key, String field, String value) {
    return write(key(key), Write.Kind.PUT, field, value);
  }

  static Write merge(String key, String field, String value) {
    return write(key(key), Write.Kind.MERGE, field, value);
  }

  static Write write(byte[] stateKey, Write.Kind kind, String field, String value) {
    byte[] fields = Fields.encode(Map.of(field, value.getBytes(StandardCharsets.UTF_8)));
    return Write.newBuilder()
        .setKey(ByteString.copyFrom(stateKey))
        .setKind(kind)
        .setFields(ByteString.copyFrom(fields))
        .build();
  }

  static Write delete(String key) {
    return Write.newBuilder()
        .setKey(ByteString.copyFrom(key(key)))
        .setKind(Write.Kind.DELETE)
        .build();
  }

  static ReadVersion read(String key, long version) {
    return ReadVersion.newBuilder()
        .setKey(ByteString.copyFrom(key(key)))
        .setVersion(version)
        .build();
  }
}
