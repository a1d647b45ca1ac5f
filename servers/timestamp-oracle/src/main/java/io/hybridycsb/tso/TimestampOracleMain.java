package io.hybridycsb.tso;

import io.hybridycsb.logs.Logs;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tso.client.AllocateMethod;
import io.hybridycsb.tso.client.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command that runs a timestamp oracle until it is terminated. */
@Command(
    name = "timestamp-oracle",
    description = "Hands out unique, increasing timestamps; never one twice, across crashes.",
    mixinStandardHelpOptions = true,
    versionProvider = TimestampOracleMain.Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"1:The address or the data directory can't be used.", "2:Wrong usage."})
public final class TimestampOracleMain implements Callable<Integer> {
  private static final String LOGBACK_PROPERTY = "logback.configurationFile";

  /** Held for good: an unreferenced logger is collected and loses its level. */
  private static final Logger grpcLogger = Logger.getLogger("io.grpc");

  private static final Property<String> LISTEN =
      Property.required("tso.listen", Form.text("HOST:PORT"), "where clients connect to");
  private static final Property<Path> DATA_DIR =
      Property.requiredFile("data.dir", "where ceilings are logged; created when absent");
  private static final Property<Long> CEILING_STEP =
      Property.number(
          "ceiling.step",
          TimestampOracleServer.DEFAULT_CEILING_STEP,
          AllocateMethod.MAX_COUNT,
          Long.MAX_VALUE,
          "timestamps per logged ceiling");
  private static final Property<Long> START_ABOVE =
      Property.number(
          "start.above",
          FileCeilingLog.START_UNKNOWN,
          FileCeilingLog.START_UNKNOWN,
          Long.MAX_VALUE / 2,
          "hand out higher timestamps only; 0 at a new cluster's first start, else at least the"
              + " newest timestamp of the ledgers; -1: go on from the logged ceilings");
  private static final Property<String> TLS_CERTIFICATE =
      Property.text(
          "tls.certificate", "FILE", "", "what it shows, PEM; plain connections if empty");
  private static final Property<String> TLS_KEY =
      Property.text("tls.key", "FILE", "", "the certificate's private key, PKCS#8 in PEM");
  private static final Property<String> TLS_CA =
      Property.text("tls.ca", "FILE", "", "CA whose clients alone are served, PEM; all if empty");

  static final SettingNames NAMES =
      new SettingNames(
          List.of(LISTEN, DATA_DIR, CEILING_STEP, START_ABOVE, TLS_CERTIFICATE, TLS_KEY, TLS_CA));

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where to listen; port 0 takes any free one (tso.listen).")
  private String listen;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where ceilings are logged; created when absent (data.dir).")
  private String data;

  @Option(
      names = "--ceiling-step",
      paramLabel = "N",
      description = "Timestamps per logged ceiling, at least 10000 (ceiling.step).")
  private String ceilingStep;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "Serve over TLS with this certificate, PEM, with those between it and the CA's"
              + " (tls.certificate).")
  private String tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The certificate's private key, PKCS#8 in PEM (tls.key).")
  private String tlsKey;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Serve only clients that show a certificate of this CA, PEM (tls.ca).")
  private String tlsCa;

  @Option(names = "--config", paramLabel = "FILE", description = "A file of properties.")
  private Path config;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Sets a property, over environment and file. Repeatable.")
  private List<String> set = List.of();

  private final Map<String, String> environment;

  /** As a process has it. */
  TimestampOracleMain() {
    this(System.getenv());
  }

  private TimestampOracleMain(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Runs the command and exits with its status. */
  public static void main(String[] args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-timestamp-oracle.xml");
    }
    grpcLogger.setLevel(Level.SEVERE);
    System.exit(run(System.getenv(), args));
  }

  /** Runs the command and returns its exit status. */
  static int run(Map<String, String> environment, String... args) {
    CommandLine commandLine = new CommandLine(new TimestampOracleMain(environment));
    commandLine.getCommandSpec().usageMessage().footer(NAMES.help("--config"));
    return commandLine
        .setParameterExceptionHandler(TimestampOracleMain::wrongUsage)
        .setExecutionExceptionHandler((e, command, parsed) -> failed(command, e))
        .execute(args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Path> files = config == null ? List.of() : List.of(config);
    Settings settings = Settings.read(NAMES, files, environment, flags());
    Logs.configure(settings);
    TimestampOracleServer server =
        TimestampOracleServer.start(
            settings.get(LISTEN),
            settings.get(DATA_DIR),
            settings.get(CEILING_STEP),
            settings.get(START_ABOVE),
            tls(settings));
    // Not a constant of the class: Logback's file has to be set first.
    org.slf4j.Logger log = LoggerFactory.getLogger(TimestampOracleMain.class);
    settings.overrides().forEach(line -> log.info("set: {}", line));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "tso-shutdown"));
    try (TimestampOracleMetrics metrics = metrics(server, settings)) {
      System.out.println("timestamp-oracle ready on " + server.address());
      server.awaitClosed();
    }
    return 0;
  }

  /** The {@code --set} flags, then the options with names of their own, which override them. */
  private List<String> flags() {
    List<String> flags = new ArrayList<>(set);
    add(flags, LISTEN, listen);
    add(flags, DATA_DIR, data);
    add(flags, CEILING_STEP, ceilingStep);
    add(flags, TLS_CERTIFICATE, tlsCertificate);
    add(flags, TLS_KEY, tlsKey);
    add(flags, TLS_CA, tlsCa);
    return flags;
  }

  private static void add(List<String> flags, Property<?> property, String value) {
    if (value != null) {
      flags.add(property.name() + "=" + value);
    }
  }

  private static Optional<ServerTls> tls(Settings settings) {
    TlsFiles files = TlsFiles.of("tls.", settings::text);
    if (files.ca().isPresent() && files.certificate().isEmpty()) {
      throw new IllegalArgumentException(
          settings.source(TLS_CA.name()) + ": tls.ca needs tls.certificate and tls.key");
    }
    return ServerTls.of(files);
  }

  /** Null, which try-with-resources accepts, if no address is given. */
  private static TimestampOracleMetrics metrics(TimestampOracleServer server, Settings settings)
      throws IOException {
    String listen = settings.text(SettingNames.METRICS_LISTEN.name());
    if (listen.isEmpty()) {
      return null;
    }
    HostPort hostPort = HostPort.parse(listen);
    try {
      return new TimestampOracleMetrics(
          server, new InetSocketAddress(hostPort.host(), hostPort.port()));
    } catch (IOException e) {
      throw new IOException("cannot listen on " + listen + ": " + e.getMessage(), e);
    }
  }

  private static String message(ParameterException e) {
    return e instanceof UnmatchedArgumentException
        ? Settings.withoutValues(e.getMessage())
        : e.getMessage();
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine commandLine = e.getCommandLine();
    commandLine.getErr().println("timestamp-oracle: " + message(e) + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(CommandLine commandLine, Exception e) {
    Logs.lastWords(commandLine.getCommandName(), e.getMessage());
    return e instanceof IllegalArgumentException
        ? CommandLine.ExitCode.USAGE
        : CommandLine.ExitCode.SOFTWARE;
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = TimestampOracleMain.class.getPackage().getImplementationVersion();
      return new String[] {"timestamp-oracle " + (version == null ? "(unpackaged)" : version)};
    }
  }
}
