package io.hybridycsb.harness.system.sql;

import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.stores.MariaDbServer;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One MariaDB, with InnoDB. */
public final class MariaDbSystem extends RelationalSystem {
  private static final String NAME = "mariadb";
  private static final String BINLOG = "binlog";
  private static final int BINLOG_BYTES_MAX = 256 << 20;
  private static final int BINLOG_KEPT_SECONDS = 600;

  public MariaDbSystem() {
    super(NAME, "MariaDB", NAME + ".");
  }

  /** Without a binary log a read may show what a crash takes back. */
  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return cluster.get(BINLOG).equals("true")
        ? super.promisedModel(cluster, ycsbProperties)
        : Optional.empty();
  }

  @Override
  Property<?> program() {
    return MariaDbServer.option();
  }

  @Override
  String example() {
    return "mariadb.innodb_log_file_size=1G";
  }

  @Override
  List<Property<?>> furtherOptions() {
    return List.of(
        Property.flag(
            BINLOG,
            true,
            "whether others see a commit only once it is in the logs, by a binary log; otherwise a"
                + " crash may take back what was read"));
  }

  @Override
  List<String> settings(Settings options) {
    boolean fsync = options.get(FSYNC).equals("true");
    List<String> settings = new ArrayList<>(MariaDbServer.settings(fsync, options.get(MEMORY)));
    settings.add("max-connections=" + options.get(CONNECTIONS_MAX));
    if (options.get(BINLOG).equals("true")) {
      settings.add("log-bin=binlog");
      settings.add("sync-binlog=" + (fsync ? 1 : 0));
      // Nobody reads it: it is there for the order in which a commit is written and seen.
      settings.add("max-binlog-size=" + BINLOG_BYTES_MAX);
      settings.add("binlog-expire-logs-seconds=" + BINLOG_KEPT_SECONDS);
    }
    return settings;
  }

  @Override
  Server server(PlanContext context, List<String> settings) {
    MariaDbServer server = new MariaDbServer(context);
    return new Server(
        server.version(),
        server.process(NODE, ROLE, STAGE, settings, CLIENT),
        client(context, server.url(NODE, CLIENT)));
  }
}
