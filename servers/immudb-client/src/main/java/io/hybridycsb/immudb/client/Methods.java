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
final class Methods {
  static final MethodDescriptor<OpenSessionRequest, OpenSessionResponse> OPEN_SESSION =
      method(
          "OpenSession",
          OpenSessionRequest.getDefaultInstance(),
          OpenSessionResponse.getDefaultInstance());
  static final MethodDescriptor<Empty, Empty> CLOSE_SESSION =
      method("CloseSession", Empty.getDefaultInstance(), Empty.getDefaultInstance());
  static final MethodDescriptor<Empty, ImmutableState> CURRENT_STATE =
      method("CurrentState", Empty.getDefaultInstance(), ImmutableState.getDefaultInstance());
  static final MethodDescriptor<SetRequest, TxHeader> SET =
      method("Set", SetRequest.getDefaultInstance(), TxHeader.getDefaultInstance());
  static final MethodDescriptor<KeyRequest, Entry> GET =
      method("Get", KeyRequest.getDefaultInstance(), Entry.getDefaultInstance());
  static final MethodDescriptor<KeyListRequest, Entries> GET_ALL =
      method("GetAll", KeyListRequest.getDefaultInstance(), Entries.getDefaultInstance());
  static final MethodDescriptor<ScanRequest, Entries> SCAN =
      method("Scan", ScanRequest.getDefaultInstance(), Entries.getDefaultInstance());
  static final MethodDescriptor<TxScanRequest, TxList> TX_SCAN =
      method("TxScan", TxScanRequest.getDefaultInstance(), TxList.getDefaultInstance());
  static final MethodDescriptor<VerifiableSetRequest, VerifiableTx> VERIFIABLE_SET =
      method(
          "VerifiableSet",
          VerifiableSetRequest.getDefaultInstance(),
          VerifiableTx.getDefaultInstance());
  static final MethodDescriptor<VerifiableGetRequest, VerifiableEntry> VERIFIABLE_GET =
      method(
          "VerifiableGet",
          VerifiableGetRequest.getDefaultInstance(),
          VerifiableEntry.getDefaultInstance());
  static final MethodDescriptor<VerifiableTxRequest, VerifiableTx> VERIFIABLE_TX =
      method(
          "VerifiableTxById",
          VerifiableTxRequest.getDefaultInstance(),
          VerifiableTx.getDefaultInstance());

  static final MethodDescriptor<CreateDatabaseRequest, CreateDatabaseResponse> CREATE_DATABASE =
      method(
          "CreateDatabaseV2",
          CreateDatabaseRequest.getDefaultInstance(),
          CreateDatabaseResponse.getDefaultInstance());

  private Methods() {}

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(
            MethodDescriptor.generateFullMethodName("immudb.schema.ImmuService", name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }
}
