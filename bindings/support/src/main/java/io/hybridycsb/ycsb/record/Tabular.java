package io.hybridycsb.ycsb.record;

import java.util.Properties;
import site.ycsb.Client;

/** A binding whose system keeps a record as a row of a table, and a field as a column. */
public interface Tabular {
  /** Whether the binding that YCSB's properties name is one. */
  static boolean isBinding(Properties ycsb) {
    String name = ycsb.getProperty(Client.DB_PROPERTY, "");
    try {
      return !name.isEmpty() && Tabular.class.isAssignableFrom(Class.forName(name));
    } catch (ClassNotFoundException e) {
      // YCSB says so when it makes the binding.
      return false;
    }
  }
}
