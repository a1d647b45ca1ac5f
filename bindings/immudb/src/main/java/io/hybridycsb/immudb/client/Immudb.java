package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.CreateDatabaseRequest;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.KeyListRequest;
import io.hybridycsb.immudb.wire.ScanRequest;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.verification.OnceASecond;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A process's client of a database in immudb, for all its threads.
 *
 * <p>It keeps the newest state that it has verified. Verified calls stand against it, and move it
 * on. Without a state file it begins with what the server says; with one, with what a client has
 * verified before.
 */
public final class Immudb implements AutoCloseable {
  /** More the server doesn't return at once. */
  public static final int SCAN_MAX = 1_000;

  /** The name in a state file of what a ledger's transactions are. */
  private static final String CHAIN = "transactions";

  private static final long CONNECT_PAUSE_MS = 100;

  private final Server server;
  private final Calls calls;
  private final VerifiedState verifiedState;
  private final VerifiedCalls verified;
  private final Optional<StateFile> file;
  private final ReentrantLock saving = new ReentrantLock();
  private final OnceASecond toSave = new OnceASecond();
  private volatile boolean hasVerified;

  /** The last transaction that the server has told of, verified or not. */
  private final AtomicLong told = new AtomicLong();

  /** What this client knows the file to have had; whoever saves has the lock. */
  private Optional<Kept> saved;

  private Immudb(Server server, Calls calls, Optional<Kept> kept, Optional<StateFile> file) {
    this.server = server;
    this.calls = calls;
    this.file = file;
    saved = kept;
    verifiedState = new VerifiedState(kept.map(Immudb::state).orElse(State.NONE));
    verified = new VerifiedCalls(calls, verifiedState);
  }

  /**
   * Connects. Waits, in the time of a call, for a server that is being started.
   *
   * @param stateFile where the state is kept between processes; empty to keep it in memory
   * @throws CallFailed if the server doesn't answer
   * @throws VerificationFailed if its ledger isn't the one whose state the file has
   */
  public static Immudb open(Server server, Optional<Path> stateFile) {
    CallOptions inTime = Calls.inTime(server);
    while (true) {
      try {
        return openNow(server, stateFile);
      } catch (CallFailed e) {
        if (e.isAnswer() || !Calls.slept(CONNECT_PAUSE_MS, inTime)) {
          throw e;
        }
      }
    }
  }

  /**
   * Makes a database, unless it exists.
   *
   * @param server in a database that exists
   * @param concurrency how many calls its server works on at once, for writes and for proofs each;
   *     a server refuses more. Each takes 1 MiB of its memory
   * @param syncMs how long writes are gathered before they are synced to the disk together
   * @throws CallFailed if the server doesn't answer or refuses
   */
  public static void createDatabase(Server server, String name, int concurrency, int syncMs) {
    CreateDatabaseRequest.Builder request =
        CreateDatabaseRequest.newBuilder().setName(name).setIfNotExists(true);
    request.getSettingsBuilder().getMaxConcurrencyBuilder().setValue(concurrency);
    request.getSettingsBuilder().getReadTxPoolSizeBuilder().setValue(concurrency);
    request.getSettingsBuilder().getSyncFrequencyBuilder().setValue(syncMs);
    try (Calls calls = Calls.open(server)) {
      calls.call(Methods.CREATE_DATABASE, request.build());
    }
  }

  private static Immudb openNow(Server server, Optional<Path> stateFile) {
    Calls calls = Calls.open(server);
    try {
      Optional<StateFile> file = stateFile.map(StateFile::new);
      Optional<Kept> kept = file.flatMap(StateFile::read);
      if (kept.isPresent()) {
        requireSame(kept.get(), server, calls, file.get());
      }
      Immudb client = new Immudb(server, calls, kept, file);
      client.verified.refresh(client.state().tx());
      return client;
    } catch (CallFailed | VerificationFailed | IllegalStateException e) {
      calls.close();
      throw e;
    }
  }

  private static void requireSame(Kept kept, Server server, Calls calls, StateFile file) {
    VerificationFailed.throwIf(file.whyNotOf(ledger(server, calls), kept));
  }

  /** By which it is told from others in a state file. */
  private static String ledger(Server server, Calls calls) {
    return "database %s of immudb %s".formatted(server.database(), calls.serverId());
  }

  private static State state(Kept kept) {
    Position position = kept.of(CHAIN);
    return new State(position.height(), position.hash());
  }

  /** The newest state that was verified. */
  public State state() {
    return verifiedState.newest();
  }

  /** Whether anything was verified since this client has connected. */
  public boolean hasVerified() {
    return hasVerified;
  }

  /**
   * Reads a key, without a proof.
   *
   * @throws VerificationFailed if the answer names no transaction
   */
  public VersionedValue get(byte[] key) {
    try {
      return told(Conversions.seen(key, calls.call(Methods.GET, Requests.get(key, 0))));
    } catch (CallFailed e) {
      return absent(key, e);
    }
  }

  private VersionedValue told(VersionedValue seen) {
    told.accumulateAndGet(seen.tx(), Math::max);
    return seen;
  }

  /**
   * Reads a key, and checks that a transaction of this ledger has written what is read. An absent
   * key isn't proven to be so, nor is a value to be the newest: immudb has no proof of these.
   *
   * @throws VerificationFailed if it doesn't stand
   */
  public VersionedValue verifiedGet(byte[] key) {
    try {
      Verified value = verifiedGet(key, 0);
      return new VersionedValue(key, value.tx(), Optional.of(value.value()));
    } catch (CallFailed e) {
      return absent(key, e);
    }
  }

  /**
   * Reads what a transaction has written to a key, and checks it.
   *
   * @param tx the transaction; 0 for the key's newest
   * @throws CallFailed also if there is no such value
   * @throws VerificationFailed if it doesn't stand
   */
  public Verified verifiedGet(byte[] key, long tx) {
    Verified value = verified.get(key, tx);
    hasVerified = true;
    saveAtTimes();
    return value;
  }

  private static VersionedValue absent(byte[] key, CallFailed e) {
    if (e.isOfNothing()) {
      return VersionedValue.absent(key);
    }
    throw e;
  }

  /**
   * Reads keys as of one instant, without proofs.
   *
   * @throws VerificationFailed if a record that is there names no transaction
   */
  public List<VersionedValue> getAll(List<byte[]> keys) {
    KeyListRequest.Builder request = KeyListRequest.newBuilder();
    keys.forEach(key -> request.addKeys(Requests.bytes(key)));
    Map<ByteString, Entry> found = new HashMap<>();
    calls
        .call(Methods.GET_ALL, request.build())
        .getEntriesList()
        .forEach(entry -> found.put(entry.getKey(), entry));
    return keys.stream()
        .map(
            key ->
                Optional.ofNullable(found.get(Requests.bytes(key)))
                    .map(entry -> told(Conversions.seen(key, entry)))
                    .orElseGet(() -> VersionedValue.absent(key)))
        .toList();
  }

  /**
   * Reads keys in their order, without proofs. There may be more after fewer than the limit: the
   * server counts some that it then leaves out, such as expired ones.
   *
   * @param from the first, if it exists
   * @param to where to end, before it; empty to end after the last key
   * @param limit at most {@link #SCAN_MAX}
   * @throws VerificationFailed if the answer isn't of this range, in its order
   */
  public List<VersionedValue> scan(byte[] from, byte[] to, int limit) {
    ScanRequest request =
        ScanRequest.newBuilder()
            .setSeekKey(Requests.bytes(from))
            .setInclusiveSeek(true)
            .setEndKey(Requests.bytes(to))
            .setLimit(limit)
            .build();
    List<VersionedValue> found =
        calls.call(Methods.SCAN, request).getEntriesList().stream()
            .map(entry -> Conversions.seen(entry.getKey().toByteArray(), entry))
            .toList();
    Checks.scan(found, from, to, limit);
    found.forEach(this::told);
    return found;
  }

  /**
   * Writes all changes as one transaction, or none.
   *
   * @param seen what the write counts on: it fails as a CONFLICT if one has changed
   * @return the transaction
   */
  public long set(List<Change> changes, List<VersionedValue> seen) {
    long tx = calls.call(Methods.SET, Requests.set(changes, seen)).getId();
    told.accumulateAndGet(tx, Math::max);
    return tx;
  }

  /**
   * As {@link #set}, and checks that the ledger has got this and nothing else.
   *
   * @throws VerificationFailed if it doesn't stand; it may be written or not
   */
  public Verified verifiedSet(List<Change> changes, List<VersionedValue> seen) {
    Verified written = verified.set(Requests.set(changes, seen));
    hasVerified = true;
    saveAtTimes();
    return written;
  }

  /**
   * Reads a part of the log, of which only the form is checked.
   *
   * @param first number of a transaction
   * @param limit how many there are and are wanted, at most {@link #SCAN_MAX}
   * @throws CallFailed also if the server finds something wrong with one of them
   * @throws VerificationFailed if one is none, or there are others than those that were asked for
   */
  public List<LedgerTransaction> log(long first, int limit) {
    List<Tx> log = calls.call(Methods.TX_SCAN, Requests.log(first, limit)).getTxsList();
    Checks.require(
        log.size() == limit,
        "%d transactions from %d on were asked for, %d came".formatted(limit, first, log.size()));
    return log.stream().map(Conversions::logged).toList();
  }

  /**
   * Moves on to the server's newest state.
   *
   * @return no value; the state, and the size of its proof
   * @throws VerificationFailed if it isn't of the ledger that was verified before
   */
  public Verified refresh() {
    Verified newest = verified.refresh(told.get());
    hasVerified = true;
    return newest;
  }

  /** Leaves it to the next time if it can't be done now: the call that it comes after has ended. */
  private void saveAtTimes() {
    if (toSave.isDue() && saving.tryLock()) {
      try {
        save(false);
      } catch (CallFailed | IllegalStateException e) {
        // At the end it is told.
      } finally {
        saving.unlock();
      }
    }
  }

  /**
   * Keeps what is verified, and then what the server has told of besides, if it can be.
   *
   * @param waits for others that have the file
   */
  private void save(boolean waits) {
    if (file.isEmpty()) {
      return;
    }
    keep(file.get(), waits);
    long last = told.get();
    if (last > verifiedState.newest().tx()) {
      try {
        verified.refresh(last);
      } catch (CallFailed e) {
        throw new CallFailed(
            e.kind(),
            "transaction %d, of which the server has told, isn't verified for %s: %s"
                .formatted(last, file.get().file(), e.getMessage()));
      }
      keep(file.get(), waits);
    }
  }

  private void keep(StateFile to, boolean waits) {
    if (verifiedState.newest().tx() > 0) {
      Function<Optional<Kept>, Kept> later = kept -> after(kept, to);
      saved = waits ? Optional.of(to.update(later)) : to.tryUpdate(later).or(() -> saved);
    }
  }

  /** The later of the file's state and this client's, if they are of one ledger. */
  private Kept after(Optional<Kept> kept, StateFile of) {
    if (kept.isPresent() && !kept.equals(saved)) {
      requireSame(kept.get(), server, calls, of);
      try {
        verified.link(state(kept.get()));
      } catch (CallFailed e) {
        throw new CallFailed(
            e.kind(),
            "%s is left with another client's state, which isn't proven: %s"
                .formatted(of.file(), e.getMessage()));
      }
    }
    State newest = verifiedState.newest();
    return new Kept(
        ledger(server, calls),
        new TreeMap<>(Map.of(CHAIN, new Position(newest.tx(), newest.hash()))));
  }

  /**
   * Saves the state, and disconnects.
   *
   * @throws CallFailed if the state file couldn't be moved on to all that the server has told of
   * @throws VerificationFailed if another client with this file has verified a state of another
   *     ledger
   */
  @Override
  public void close() {
    saving.lock();
    try {
      save(true);
    } finally {
      saving.unlock();
      calls.close();
    }
  }
}
