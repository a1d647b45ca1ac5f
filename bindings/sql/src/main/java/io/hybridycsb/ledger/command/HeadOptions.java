package io.hybridycsb.ledger.command;

import io.hybridycsb.ledger.audit.HeadFile;
import io.hybridycsb.ledger.audit.HeadStore;
import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Heads of the chain that others keep. */
final class HeadOptions {
  /** Of an option without a value; no argument has this character. */
  private static final String NEWEST = "\0";

  @Option(
      names = "--head",
      arity = "0..1",
      fallbackValue = NEWEST,
      paramLabel = "NUMBER:HASH|FILE",
      description = {
        "A head that the history must still have, or a file of heads, a line each. Without a value:",
        "prints the newest head in one line, and audits nothing but that the history has the heads",
        "that are demanded beside it."
      })
  private List<String> heads = List.of();

  @Option(
      names = "--write-head",
      paramLabel = "FILE|URL",
      description = {
        "Where to write the head of an audit that passes: a file, to which a line is added, and whose",
        "heads the history must still have; or an address of HTTP, which gets it by a POST."
      })
  private List<String> places = List.of();

  /** Whether the newest head is all that is asked for. */
  boolean isPrinted() {
    return heads.contains(NEWEST);
  }

  /** The heads that the history must have. */
  List<Head> demanded() throws IOException {
    List<Head> demanded = new ArrayList<>();
    for (String each : heads) {
      if (each.equals(NEWEST)) {
        continue;
      }
      Optional<Head> head = Head.parse(each);
      if (head.isPresent()) {
        demanded.add(head.get());
      } else if (Files.isRegularFile(Path.of(each))) {
        List<Head> all = new HeadFile(Path.of(each)).read();
        if (all.isEmpty()) {
          throw new IOException(each + " has no head, but --head names it: is it the right file?");
        }
        demanded.addAll(all);
      } else {
        throw new IOException(
            "--head is NUMBER:HASH, with 64 hexadecimal digits, or a file of such lines; it is "
                + each);
      }
    }
    for (HeadStore store : stores()) {
      demanded.addAll(store.read());
    }
    return demanded;
  }

  /** Where the newest head is written. */
  List<HeadStore> stores() throws IOException {
    List<HeadStore> stores = new ArrayList<>();
    for (String place : places) {
      stores.add(HeadStore.of(place));
    }
    return stores;
  }
}
