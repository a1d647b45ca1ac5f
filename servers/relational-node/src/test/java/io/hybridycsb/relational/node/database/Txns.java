package io.hybridycsb.relational.node.database;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.proto.Argument;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Definition;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.RecordRead;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.relational.proto.RecordsCall;
import io.hybridycsb.relational.proto.TableDefinition;
import io.hybridycsb.relational.proto.TransactionBody;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Transactions, in short, for tests. */
public final class Txns {
  private static final ByteString CLIENT = ByteString.copyFrom(new byte[32]);

  private Txns() {}

  public static BlockTransaction transaction(long number, Call... calls) {
    TransactionBody body =
        TransactionBody.newBuilder()
            .setClient(CLIENT)
            .setNumber(number)
            .addAllCalls(List.of(calls))
            .build();
    return new BlockTransaction(
        new TransactionId(CLIENT, number),
        Hash.of(Hashes.sha256(body.toByteArray())),
        body.getCallsList());
  }

  public static Call table(String table, String... fields) {
    return Call.newBuilder()
        .setDefinition(
            Definition.newBuilder()
                .setTable(
                    TableDefinition.newBuilder().setTable(table).addAllFields(List.of(fields))))
        .build();
  }

  public static Call records(RecordWrite... writes) {
    return Call.newBuilder()
        .setRecords(RecordsCall.newBuilder().addAllWrites(List.of(writes)))
        .build();
  }

  /** Writes only if the record has still that version. */
  public static Call ifVersion(String table, String key, long version, RecordWrite... writes) {
    return Call.newBuilder()
        .setRecords(
            RecordsCall.newBuilder()
                .addReads(RecordRead.newBuilder().setTable(table).setKey(key).setVersion(version))
                .addAllWrites(List.of(writes)))
        .build();
  }

  /**
   * @param fields name, value, name, value
   */
  public static RecordWrite put(String table, String key, String... fields) {
    return write(RecordWrite.Kind.PUT, table, key, fields);
  }

  /** More than a row of {@link DatabaseContract} may have, so that its call fails. */
  public static RecordWrite tooLarge(String table, String key, String field) {
    return put(table, key, field, "x".repeat((1 << 20) + 1));
  }

  public static RecordWrite merge(String table, String key, String... fields) {
    return write(RecordWrite.Kind.MERGE, table, key, fields);
  }

  public static RecordWrite delete(String table, String key) {
    return write(RecordWrite.Kind.DELETE, table, key);
  }

  private static RecordWrite write(
      RecordWrite.Kind kind, String table, String key, String... fields) {
    RecordWrite.Builder write = RecordWrite.newBuilder().setKind(kind).setTable(table).setKey(key);
    for (int i = 0; i < fields.length; i += 2) {
      write.addFields(
          Field.newBuilder()
              .setName(fields[i])
              .setValue(ByteString.copyFrom(fields[i + 1], StandardCharsets.UTF_8)));
    }
    return write.build();
  }

  /** Defines a procedure with parameters {@code p_key}, a text, and {@code p_number}. */
  public static Call procedure(String name, String text) {
    Call.Builder call = Call.newBuilder();
    call.getDefinitionBuilder()
        .getProcedureBuilder()
        .setName(name)
        .addParameters(Parameter.newBuilder().setName("p_key"))
        .addParameters(Parameter.newBuilder().setName("p_number").setType(Parameter.Type.NUMBER))
        .setText(text);
    return call.build();
  }

  /**
   * Calls a procedure.
   *
   * @param arguments strings and longs
   */
  public static Call calling(String name, Object... arguments) {
    Call.Builder call = Call.newBuilder();
    call.getProcedureBuilder().setName(name);
    for (Object argument : arguments) {
      Argument.Builder added = call.getProcedureBuilder().addArgumentsBuilder();
      if (argument instanceof Long number) {
        added.setNumber(number);
      } else {
        added.setText((String) argument);
      }
    }
    return call.build();
  }
}
