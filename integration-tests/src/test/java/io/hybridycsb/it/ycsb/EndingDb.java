package io.hybridycsb.it.ycsb;

import io.hybridycsb.ycsb.outcome.Terminator;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** A binding that tells its process, and may end it, for the tests of {@link YcsbJvm}. */
@SuppressWarnings("JdkObsolete") // YCSB's interface has vectors
public final class EndingDb extends DB {
  private String end;

  @Override
  public void init() {
    end = getProperties().getProperty("end", "");
    System.out.println("process " + ProcessHandle.current().pid());
    // What a JVM says by itself must not be taken for a client's end.
    new PrintStream(new FileOutputStream(FileDescriptor.out), true).println("ended");
    switch (end) {
      case "terminate" -> Terminator.EXIT.terminate("ending: terminated");
      case "halt" -> Runtime.getRuntime().halt(3);
      default -> {}
    }
  }

  @Override
  public void cleanup() {
    if (end.equals("fail-at-end")) {
      Terminator.EXIT.failAtEnd("ending: failed at its end");
    }
  }

  @Override
  public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> to) {
    return Status.OK;
  }

  @Override
  public Status scan(
      String table,
      String key,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> to) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return Status.OK;
  }

  @Override
  public Status delete(String table, String key) {
    return Status.NOT_IMPLEMENTED;
  }
}
