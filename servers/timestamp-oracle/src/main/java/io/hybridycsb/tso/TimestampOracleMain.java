package io.hybridycsb.tso;

import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

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

  /** Held for good: a logger that nobody holds forgets its level. */
  private static final Logger grpcLogger = Logger.getLogger("io.grpc");

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Where to listen; port 0 takes any free one.")
  private String listen;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      required = true,
      description = "Where ceilings are logged; created when absent.")
  private Path data;

  @Option(
      names = "--ceiling-step",
      paramLabel = "N",
      defaultValue = "" + TimestampOracleServer.DEFAULT_CEILING_STEP,
      description = "Timestamps per logged ceiling, at least 10000 (default: ${DEFAULT-VALUE}).")
  private long ceilingStep;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "Serve over TLS with this certificate, PEM, with those between it and the CA's.")
  private Path tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The certificate's private key, PKCS#8 in PEM.")
  private Path tlsKey;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Serve only clients that show a certificate of this CA, PEM.")
  private Path tlsCa;

  private TimestampOracleMain() {}

  /** Runs the command and exits with its status. */
  public static void main(String[] args) {
    if (System.getProperty(LOGBACK_PROPERTY) == null) {
      System.setProperty(LOGBACK_PROPERTY, "logback-timestamp-oracle.xml");
    }
    grpcLogger.setLevel(Level.SEVERE);
    System.exit(
        new CommandLine(new TimestampOracleMain())
            .setParameterExceptionHandler(TimestampOracleMain::wrongUsage)
            .setExecutionExceptionHandler((e, commandLine, parsed) -> failed(commandLine, e))
            .execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    TimestampOracleServer server = TimestampOracleServer.start(listen, data, ceilingStep, tls());
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "tso-shutdown"));
    System.out.println("timestamp-oracle ready on " + server.address());
    server.awaitClosed();
    return 0;
  }

  private Optional<ServerTls> tls() {
    if (tlsCa != null && tlsCertificate == null) {
      throw new IllegalArgumentException("--tls-ca needs --tls-certificate and --tls-key");
    }
    return ServerTls.of(
        new TlsFiles(
            "--tls-",
            Optional.ofNullable(tlsCertificate),
            Optional.ofNullable(tlsKey),
            Optional.ofNullable(tlsCa)));
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine commandLine = e.getCommandLine();
    commandLine.getErr().println("timestamp-oracle: " + e.getMessage() + " (see --help)");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(CommandLine commandLine, Exception e) {
    commandLine.getErr().println("timestamp-oracle: " + e.getMessage());
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
