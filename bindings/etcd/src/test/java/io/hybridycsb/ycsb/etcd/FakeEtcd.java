package io.hybridycsb.ycsb.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.DeleteRangeResponse;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * As much of etcd's interface as the binding calls, over a map, with errors and rivals on demand.
 */
final class FakeEtcd extends KVGrpc.KVImplBase implements AutoCloseable {
  private final TreeMap<ByteString, KeyValue> entries =
      new TreeMap<>(ByteString.unsignedLexicographicalComparator());
  private final List<String> writes = new ArrayList<>();
  private final Server server;
  private final String address;
  private long revision = 1;
  private Status failure = Status.OK;
  private boolean silent;
  private int rivals;
  private int reads;

  FakeEtcd() throws IOException {
    this(server -> {});
  }

  /**
   * @param settings of its server
   */
  FakeEtcd(Consumer<NettyServerBuilder> settings) throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0)).addService(this);
    settings.accept(builder);
    server = builder.build().start();
    address = "127.0.0.1:" + server.getPort();
  }

  String address() {
    return address;
  }

  /** All calls fail so from now on. */
  synchronized void failWith(Status status) {
    failure = status;
  }

  /** No call is answered from now on. */
  synchronized void keepSilent() {
    silent = true;
  }

  /** Before each of the next transactions somebody else writes the same key. */
  synchronized void rivals(int count) {
    rivals = count;
  }

  /** How many reads it has received. */
  synchronized int reads() {
    return reads;
  }

  /** The writes received, by name. */
  synchronized List<String> writes() {
    return List.copyOf(writes);
  }

  private <T> void answer(StreamObserver<T> observer, T answer) {
    if (!failure.isOk()) {
      observer.onError(failure.asRuntimeException());
    } else if (!silent) {
      observer.onNext(answer);
      observer.onCompleted();
    }
  }

  @Override
  public synchronized void range(RangeRequest request, StreamObserver<RangeResponse> observer) {
    reads++;
    answer(observer, range(request));
  }

  private RangeResponse range(RangeRequest request) {
    RangeResponse.Builder found = RangeResponse.newBuilder();
    if (request.getRangeEnd().isEmpty()) {
      KeyValue entry = entries.get(request.getKey());
      return entry == null ? found.build() : found.addKvs(entry).build();
    }
    entries.subMap(request.getKey(), request.getRangeEnd()).values().stream()
        .limit(request.getLimit())
        .forEach(found::addKvs);
    return found.build();
  }

  @Override
  public synchronized void put(PutRequest request, StreamObserver<PutResponse> observer) {
    writes.add("put");
    put(request);
    answer(observer, PutResponse.getDefaultInstance());
  }

  private void put(PutRequest request) {
    put(request.getKey(), request.getValue());
  }

  private void put(ByteString key, ByteString value) {
    revision++;
    entries.put(
        key, KeyValue.newBuilder().setKey(key).setValue(value).setModRevision(revision).build());
  }

  @Override
  public synchronized void deleteRange(
      DeleteRangeRequest request, StreamObserver<DeleteRangeResponse> observer) {
    writes.add("delete");
    long deleted = entries.remove(request.getKey()) == null ? 0 : 1;
    answer(observer, DeleteRangeResponse.newBuilder().setDeleted(deleted).build());
  }

  @Override
  public synchronized void txn(TxnRequest request, StreamObserver<TxnResponse> observer) {
    writes.add("txn");
    if (rivals > 0 && request.getCompareCount() > 0) {
      rivals--;
      ByteString key = request.getCompare(0).getKey();
      KeyValue entry = entries.get(key);
      put(key, entry == null ? ByteString.EMPTY : entry.getValue());
    }
    boolean unchanged = request.getCompareList().stream().allMatch(this::holds);
    TxnResponse.Builder answer = TxnResponse.newBuilder().setSucceeded(unchanged);
    for (RequestOp operation : unchanged ? request.getSuccessList() : request.getFailureList()) {
      answer.addResponses(apply(operation));
    }
    answer.getHeaderBuilder().setRevision(revision);
    answer(observer, answer.build());
  }

  private boolean holds(Compare compare) {
    KeyValue entry = entries.get(compare.getKey());
    return compare.getModRevision() == (entry == null ? 0 : entry.getModRevision());
  }

  private ResponseOp apply(RequestOp operation) {
    ResponseOp.Builder response = ResponseOp.newBuilder();
    switch (operation.getRequestCase()) {
      case REQUEST_PUT -> {
        put(operation.getRequestPut());
        response.setResponsePut(PutResponse.getDefaultInstance());
      }
      case REQUEST_DELETE_RANGE -> {
        entries.remove(operation.getRequestDeleteRange().getKey());
        response.setResponseDeleteRange(DeleteRangeResponse.getDefaultInstance());
      }
      default -> response.setResponseRange(range(operation.getRequestRange()));
    }
    return response.build();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
