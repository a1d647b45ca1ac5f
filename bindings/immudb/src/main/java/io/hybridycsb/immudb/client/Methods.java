package io.hybridycsb.immudb.client;

import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.hybridycsb.immudb.wire.CreateDatabaseRequest;
import io.hybridycsb.immudb.wire.CreateDatabaseResponse;
import io.hybridycsb.immudb.wire.Entries;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KeyListRequest;
import io.hybridycsb.immudb.wire.KeyRequest;
import io.hybridycsb.immudb.wire.OpenSessionRequest;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import io.hybridycsb.immudb.wire.ScanRequest;
import io.hybridycsb.immudb.wire.SetRequest;
import io.hybridycsb.immudb.wire.TxHeader;
import io.hybridycsb.immudb.wire.TxList;
import io.hybridycsb.immudb.wire.TxScanRequest;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.immudb.wire.VerifiableGetRequest;
import io.hybridycsb.immudb.wire.VerifiableSetRequest;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.immudb.wire.VerifiableTxRequest;

/** The methods of immudb's service that the client calls. */
public final class Methods {
  /** An answer with values. A write has 32 MiB at most, unless a server is set to take more. */
  static final int VALUES_BYTES_MAX = 64 << 20;

  /** An answer without values. It has the keys of 1,024 entries at most, of 1 KiB each. */
  static final int OTHER_BYTES_MAX = 4 << 20;

  /**
   * A method.
   *
   * @param answerBytesMax a longer answer isn't read
   */
  public record Method<Q, A>(MethodDescriptor<Q, A> descriptor, int answerBytesMax) {}

  public static final Method<OpenSessionRequest, OpenSessionResponse> OPEN_SESSION =
      method(
          "OpenSession",
          OpenSessionRequest.getDefaultInstance(),
          OpenSessionResponse.getDefaultInstance());
  public static final Method<Empty, Empty> CLOSE_SESSION =
      method("CloseSession", Empty.getDefaultInstance(), Empty.getDefaultInstance());
  public static final Method<Empty, ImmutableState> CURRENT_STATE =
      method("CurrentState", Empty.getDefaultInstance(), ImmutableState.getDefaultInstance());
  public static final Method<SetRequest, TxHeader> SET =
      method("Set", SetRequest.getDefaultInstance(), TxHeader.getDefaultInstance());
  public static final Method<KeyRequest, Entry> GET =
      method("Get", KeyRequest.getDefaultInstance(), Entry.getDefaultInstance(), VALUES_BYTES_MAX);
  public static final Method<KeyListRequest, Entries> GET_ALL =
      method(
          "GetAll",
          KeyListRequest.getDefaultInstance(),
          Entries.getDefaultInstance(),
          VALUES_BYTES_MAX);
  public static final Method<ScanRequest, Entries> SCAN =
      method(
          "Scan", ScanRequest.getDefaultInstance(), Entries.getDefaultInstance(), VALUES_BYTES_MAX);
  public static final Method<TxScanRequest, TxList> TX_SCAN =
      method(
          "TxScan",
          TxScanRequest.getDefaultInstance(),
          TxList.getDefaultInstance(),
          VALUES_BYTES_MAX);
  public static final Method<VerifiableSetRequest, VerifiableTx> VERIFIABLE_SET =
      method(
          "VerifiableSet",
          VerifiableSetRequest.getDefaultInstance(),
          VerifiableTx.getDefaultInstance());
  public static final Method<VerifiableGetRequest, VerifiableEntry> VERIFIABLE_GET =
      method(
          "VerifiableGet",
          VerifiableGetRequest.getDefaultInstance(),
          VerifiableEntry.getDefaultInstance(),
          VALUES_BYTES_MAX);
  public static final Method<VerifiableTxRequest, VerifiableTx> VERIFIABLE_TX =
      method(
          "VerifiableTxById",
          VerifiableTxRequest.getDefaultInstance(),
          VerifiableTx.getDefaultInstance());

  public static final Method<CreateDatabaseRequest, CreateDatabaseResponse> CREATE_DATABASE =
      method(
          "CreateDatabaseV2",
          CreateDatabaseRequest.getDefaultInstance(),
          CreateDatabaseResponse.getDefaultInstance());

  private Methods() {}

  private static <Q extends Message, A extends Message> Method<Q, A> method(
      String name, Q request, A answer) {
    return method(name, request, answer, OTHER_BYTES_MAX);
  }

  private static <Q extends Message, A extends Message> Method<Q, A> method(
      String name, Q request, A answer, int answerBytesMax) {
    return new Method<>(
        MethodDescriptor.<Q, A>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(
                MethodDescriptor.generateFullMethodName("immudb.schema.ImmuService", name))
            .setRequestMarshaller(ProtoUtils.marshaller(request))
            .setResponseMarshaller(new AnswerMarshaller<>(answer))
            .build(),
        answerBytesMax);
  }
}
