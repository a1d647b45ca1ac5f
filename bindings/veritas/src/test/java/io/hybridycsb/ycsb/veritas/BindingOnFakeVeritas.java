package io.hybridycsb.ycsb.veritas;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/** A binding, and the node that it talks to. */
abstract class BindingOnFakeVeritas {
  static final String TABLE = "usertable";

  /** For what is answered, however busy the machine. */
  private static final String PATIENT_MS = "60000";

  final TestedBinding binding;
  @TempDir private Path dir;
  final List<String> ends = new ArrayList<>();
  final List<VeritasDb> clients = new ArrayList<>();
  final Map<String, ByteIterator> result = new HashMap<>();
  FakeVeritas veritas;

  BindingOnFakeVeritas(TestedBinding binding) {
    this.binding = binding;
  }

  @BeforeEach
  void startVeritas() throws Exception {
    veritas = new FakeVeritas(dir, binding.log());
    Measurements.setProperties(new Properties());
  }

  @AfterEach
  void stopAll() throws Exception {
    for (VeritasDb client : clients) {
      client.cleanup();
    }
    veritas.close();
  }

  final VeritasDb client(String... namesAndValues) throws DBException {
    Properties properties = new Properties();
    properties.putAll(veritas.properties());
    properties.setProperty("veritas.timeout.ms", PATIENT_MS);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    VeritasDb client = binding.make(ends::add);
    client.setProperties(properties);
    client.init();
    clients.add(client);
    return client;
  }

  static Map<String, ByteIterator> values(Map<String, String> values) {
    return StringByteIterator.getByteIteratorMap(values);
  }
}
