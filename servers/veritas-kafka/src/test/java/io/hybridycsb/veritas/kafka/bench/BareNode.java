package io.hybridycsb.veritas.kafka.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.stores.redis.RedisStateStore;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A node without a protocol. It appends its client's blocks to the log, writes all nodes' blocks to
 * its Redis and its RocksDB, and acknowledges its own when it has written them.
 *
 * <p>A block is {@value #RECORDS} records of a key's number and a value. In the log the node's
 * number stands before it.
 */
final class BareNode implements AutoCloseable {
  static final int RECORDS = 32;
  static final int VALUE_BYTES = 400;
  static final int BLOCK_BYTES = RECORDS * (Integer.BYTES + VALUE_BYTES);

  /** For each record as much as an identity and a verdict. */
  static final int ACKNOWLEDGEMENT_BYTES = RECORDS * 16;

  private static final long POLL_MS = 100;

  private final byte number;
  private final SharedLog log;
  private final Socket client;
  private final RedisStateStore state;
  private final Options options = new Options().setCreateIfMissing(true);
  private final RocksDB ledger;
  private long height;

  /**
   * @param number the node's, from 1
   * @param client a connection to its client
   */
  BareNode(RunningCluster cluster, int number, Path ledger, Socket client) throws RocksDBException {
    this.number = (byte) number;
    this.client = client;
    log = cluster.log();
    state = RedisStateStore.open(cluster.redis(number));
    state.clear();
    this.ledger = RocksDB.open(options, ledger.toString());
  }

  /** Appends so many blocks of its client's. */
  Void serve(int blocks) throws Exception {
    DataInputStream in = new DataInputStream(client.getInputStream());
    CompletableFuture<?>[] appended = new CompletableFuture<?>[blocks];
    for (int i = 0; i < blocks; i++) {
      byte[] record = new byte[1 + BLOCK_BYTES];
      record[0] = number;
      in.readFully(record, 1, BLOCK_BYTES);
      appended[i] = log.append(record);
    }
    CompletableFuture.allOf(appended).get(1, TimeUnit.MINUTES);
    return null;
  }

  /** Takes so many blocks from the log. */
  Void apply(int blocks) throws IOException, RocksDBException {
    OutputStream out = client.getOutputStream();
    byte[] acknowledgement = new byte[ACKNOWLEDGEMENT_BYTES];
    int taken = 0;
    while (taken < blocks) {
      for (LogEntry entry : log.poll(POLL_MS)) {
        height++;
        byte[] record = entry.record();
        ledger.put(ByteBuffer.allocate(Long.BYTES).putLong(height).array(), record);
        state.apply(new StateBatch(height, writes(record)));
        if (record[0] == number) {
          out.write(acknowledgement);
        }
        taken++;
      }
    }
    return null;
  }

  private static List<StateWrite> writes(byte[] record) {
    Map<Integer, StateWrite> writes = new HashMap<>();
    ByteBuffer block = ByteBuffer.wrap(record, 1, BLOCK_BYTES);
    while (block.hasRemaining()) {
      int key = block.getInt();
      byte[] value = new byte[VALUE_BYTES];
      block.get(value);
      writes.put(key, new StateWrite(("user" + key).getBytes(UTF_8), value, false));
    }
    return List.copyOf(writes.values());
  }

  @Override
  public void close() {
    log.close();
    state.close();
    ledger.close();
    options.close();
  }
}
