package io.hybridycsb.harness.records;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/**
 * Reads and writes single records through any YCSB binding, for users, not for load. It runs as a
 * separate process, with the binding's jar and YCSB's on its class path.
 */
@Command(name = "record", mixinStandardHelpOptions = true)
public final class RecordCommand {
  private static final int SHOWN_VALUE_CHARS = 100;

  private RecordCommand() {}

  /** The exit status is 0 if the operation succeeded, 1 if it didn't, 2 for wrong arguments. */
  public static void main(String[] arguments) {
    CommandLine command =
        new CommandLine(new RecordCommand())
            .addSubcommand(new Get())
            .addSubcommand(new Put())
            .addSubcommand(new Delete());
    command.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          System.err.println(failed.getCommandName() + ": " + e.getMessage());
          return 1;
        });
    System.exit(command.execute(arguments));
  }

  /** The common part of the three commands: opens the binding for one operation. */
  private abstract static class OnBinding implements Callable<Integer> {
    @Option(names = "--db", required = true, hidden = true)
    private String className;

    @Option(names = "--properties", required = true, hidden = true)
    private Path properties;

    @Option(
        names = "-p",
        paramLabel = "NAME=VALUE",
        description = "A property of the binding, such as a timeout.")
    private Map<String, String> overrides = Map.of();

    @Option(
        names = "--table",
        defaultValue = "usertable",
        description = "The key's table (default: ${DEFAULT-VALUE}).")
    String table;

    @Parameters(index = "0", paramLabel = "KEY")
    String key;

    @Override
    public final Integer call() throws Exception {
      DB binding = (DB) Class.forName(className).getDeclaredConstructor().newInstance();
      Properties all = new Properties();
      try (var in = Files.newBufferedReader(properties)) {
        all.load(in);
      }
      all.putAll(overrides);
      binding.setProperties(all);
      binding.init();
      try {
        return run(binding) ? 0 : 1;
      } finally {
        binding.cleanup();
      }
    }

    /** Does the operation, prints its outcome, and returns whether it succeeded. */
    abstract boolean run(DB binding) throws DBException;

    final boolean say(Status status) {
      System.out.println(table + "/" + key + ": " + shown(status));
      return status.isOk();
    }

    /** YCSB's name of the outcome, for users. */
    private static String shown(Status status) {
      return status.getName().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  @Command(
      name = "get",
      mixinStandardHelpOptions = true,
      description = "Prints a record. Exit status 1 if there is none.")
  private static final class Get extends OnBinding {
    @Override
    boolean run(DB binding) {
      Map<String, ByteIterator> fields = new HashMap<>();
      Status status = binding.read(table, key, null, fields);
      if (!status.isOk()) {
        return say(status);
      }
      System.out.println(key);
      new TreeMap<>(fields)
          .forEach((name, value) -> System.out.println("  " + name + "=" + shown(value.toArray())));
      return true;
    }
  }

  @Command(
      name = "put",
      mixinStandardHelpOptions = true,
      description = "Writes fields: a new record, or into the one that there is.")
  private static final class Put extends OnBinding {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "FIELD=VALUE")
    private Map<String, String> fields;

    @Override
    boolean run(DB binding) {
      Status read = binding.read(table, key, null, new HashMap<>());
      Map<String, ByteIterator> values = StringByteIterator.getByteIteratorMap(fields);
      if (read.isOk()) {
        return say(binding.update(table, key, values));
      }
      return say(read.equals(Status.NOT_FOUND) ? binding.insert(table, key, values) : read);
    }
  }

  @Command(name = "delete", mixinStandardHelpOptions = true, description = "Deletes a record.")
  private static final class Delete extends OnBinding {
    @Override
    boolean run(DB binding) {
      return say(binding.delete(table, key));
    }
  }

  private static String shown(byte[] value) {
    StringBuilder text = new StringBuilder();
    for (char c : new String(value, StandardCharsets.UTF_8).toCharArray()) {
      text.append(Character.isISOControl(c) ? '.' : c);
    }
    return text.length() <= SHOWN_VALUE_CHARS
        ? text.toString()
        : text.substring(0, SHOWN_VALUE_CHARS) + "… (" + value.length + " bytes)";
  }
}
