package io.hybridycsb.immudb.command;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.hybridycsb.immudb.proof.EntryDigest;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.MerkleFrontier;
import io.hybridycsb.immudb.proof.MerkleTree;
import io.hybridycsb.immudb.proof.ProofFailed;
import io.hybridycsb.immudb.proof.Sha256;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.Entries;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.OpenSessionRequest;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import io.hybridycsb.immudb.wire.ScanRequest;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.immudb.wire.TxEntry;
import io.hybridycsb.immudb.wire.TxHeader;
import io.hybridycsb.immudb.wire.TxList;
import io.hybridycsb.immudb.wire.TxScanRequest;
import io.hybridycsb.verification.Hash;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Answers what the audit asks, from a ledger that is right at first and that a test may change. It
 * stands for no immudb: tests of the audit on one are among those on real clusters.
 */
final class LedgerStandIn implements AutoCloseable {
  private static final String SERVICE = "immudb.schema.ImmuService";
  private static final byte[] NONE = new byte[0];

  /** The log, to be changed by tests. */
  final List<Tx> log = new ArrayList<>();

  /** The index, to be changed by tests. */
  final List<Entry> index = new ArrayList<>();

  /** The newest state as the ledger was made. */
  private State state = State.NONE;

  private final MerkleFrontier tree = new MerkleFrontier();
  private final Server server;

  LedgerStandIn() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(
                ServerServiceDefinition.builder(SERVICE)
                    .addMethod(
                        method(
                            "OpenSession",
                            OpenSessionRequest.getDefaultInstance(),
                            OpenSessionResponse.getDefaultInstance()),
                        answer(
                            (OpenSessionRequest any) ->
                                OpenSessionResponse.newBuilder()
                                    .setSessionID("session")
                                    .setServerUUID("server")
                                    .build()))
                    .addMethod(
                        method(
                            "CloseSession", Empty.getDefaultInstance(), Empty.getDefaultInstance()),
                        answer((Empty any) -> any))
                    .addMethod(
                        method(
                            "CurrentState",
                            Empty.getDefaultInstance(),
                            ImmutableState.getDefaultInstance()),
                        answer(
                            (Empty any) ->
                                ImmutableState.newBuilder()
                                    .setTxId(state.tx())
                                    .setTxHash(ByteString.copyFrom(state.hash().bytes()))
                                    .build()))
                    .addMethod(
                        method(
                            "TxScan",
                            TxScanRequest.getDefaultInstance(),
                            TxList.getDefaultInstance()),
                        answer(this::log))
                    .addMethod(
                        method(
                            "Scan", ScanRequest.getDefaultInstance(), Entries.getDefaultInstance()),
                        answer(
                            (ScanRequest any) -> Entries.newBuilder().addAllEntries(index).build()))
                    .build())
            .build()
            .start();
  }

  private TxList log(TxScanRequest request) {
    int first = (int) request.getInitialTx() - 1;
    return TxList.newBuilder()
        .addAllTxs(log.subList(first, Math.min(log.size(), first + request.getLimit())))
        .build();
  }

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }

  private static <Q, A> ServerCallHandler<Q, A> answer(Function<Q, A> answer) {
    return ServerCalls.asyncUnaryCall(
        (request, observer) -> {
          observer.onNext(answer.apply(request));
          observer.onCompleted();
        });
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  /**
   * Appends a transaction that writes keys, and brings the index up to date.
   *
   * @param changes key and value of each record; null to delete it
   */
  void append(TreeMap<String, String> changes) {
    List<TxEntry> entries = new ArrayList<>();
    List<Hash> digests = new ArrayList<>();
    long id = state.tx() + 1;
    changes.forEach(
        (name, value) -> {
          ByteString key = ByteString.copyFromUtf8("\0usertable\0" + name);
          ByteString stored = ByteString.copyFromUtf8("\0" + (value == null ? "" : value));
          Hash hash = Sha256.of(stored.toByteArray());
          KVMetadata metadata = KVMetadata.newBuilder().setDeleted(value == null).build();
          entries.add(
              TxEntry.newBuilder()
                  .setKey(key)
                  .setMetadata(metadata)
                  .setHValue(ByteString.copyFrom(hash.bytes()))
                  .setValue(stored)
                  .build());
          digests.add(digest(value == null ? new byte[1] : NONE, key.toByteArray(), hash));
          index.removeIf(entry -> entry.getKey().equals(key.substring(1)));
          if (value != null) {
            index.add(
                Entry.newBuilder()
                    .setTx(id)
                    .setKey(key.substring(1))
                    .setValue(stored.substring(1))
                    .build());
          }
        });
    index.sort((a, b) -> a.getKey().toStringUtf8().compareTo(b.getKey().toStringUtf8()));
    Hash linked = id == 1 ? Hash.of(new byte[Hash.BYTES]) : tree.root();
    Header header =
        new Header(id, state.hash(), 1_000, entries.size(), MerkleTree.root(digests), linked, NONE);
    log.add(Tx.newBuilder().setHeader(wire(header)).addAllEntries(entries).build());
    state = State.of(header);
    tree.append(state.hash());
  }

  private static Hash digest(byte[] metadata, byte[] key, Hash valueHash) {
    try {
      return EntryDigest.of(metadata, key, valueHash);
    } catch (ProofFailed e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static TxHeader wire(Header header) {
    return TxHeader.newBuilder()
        .setId(header.id())
        .setPrevAlh(ByteString.copyFrom(header.previous().bytes()))
        .setTs(header.seconds())
        .setNentries(header.entries())
        .setEH(ByteString.copyFrom(header.entriesRoot().bytes()))
        .setBlTxId(header.before())
        .setBlRoot(ByteString.copyFrom(header.linkedRoot().bytes()))
        .setVersion(Header.VERSION)
        .build();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
