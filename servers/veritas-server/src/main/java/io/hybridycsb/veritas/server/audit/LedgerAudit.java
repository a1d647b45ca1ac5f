package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Goes through the ledgers of all nodes side by side, from the first block on, and replays the
 * state. A block that several nodes hold byte for byte is verified once. Where nodes hold different
 * blocks, the replay follows the one that passes all checks, or else the one that most nodes hold.
 */
final class LedgerAudit {
  /** Bounds the memory: the blocks of so many heights are held at a time. */
  private static final int HEIGHTS_AT_ONCE = 16;

  private static final String ALL_NODES = "all nodes";

  private final List<NodeLedger> ledgers;
  private final BlockChecks checks;
  private final BlockAttestation attestation;
  private final Chain chain;
  private final StateReplay replay;
  private final TableAudit tables;
  private final Findings findings;
  private final Progress progress;
  private final Set<NodeLedger> tablesChecked = new HashSet<>();
  private final Set<NodeLedger> unopened = new HashSet<>();

  private final List<String> notes = new ArrayList<>();
  private long transactions;
  private long committed;
  private long indexed;
  private boolean isWhole = true;

  LedgerAudit(
      List<NodeLedger> ledgers,
      BlockChecks checks,
      BlockAttestation attestation,
      Chain chain,
      StateReplay replay,
      Findings findings,
      Progress progress) {
    this.ledgers = ledgers;
    this.checks = checks;
    this.attestation = attestation;
    this.chain = chain;
    this.replay = replay;
    this.tables = new TableAudit(replay, findings);
    this.findings = findings;
    this.progress = progress;
  }

  /** All transactions of the ledger so far, whatever their outcome. */
  long transactions() {
    return transactions;
  }

  /** Those of them that are committed. */
  long committed() {
    return committed;
  }

  /** The height of a node's ledger when last opened; the greatest long if it can't be opened. */
  long heightOnDisk(String node) {
    return ledgers.stream()
        .filter(ledger -> ledger.name().equals(node) && !unopened.contains(ledger))
        .mapToLong(NodeLedger::height)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** Opens all ledgers as they are now and goes through the blocks that are new since last time. */
  void advance() {
    try {
      ledgers.forEach(this::open);
      List<NodeLedger> open = ledgers.stream().filter(NodeLedger::isOpen).toList();
      long last = open.stream().mapToLong(NodeLedger::height).max().orElse(0);
      beginLaterIfAllDo(open);
      checkTablesAtThisHeight(open);
      while (chain.height() < last) {
        progress.say("verifying block %d of %d", chain.height() + 1, last);
        long first = chain.height() + 1;
        LongStream.rangeClosed(first, Math.min(last, first + HEIGHTS_AT_ONCE - 1))
            .parallel()
            .mapToObj(
                height -> HeightReading.read(height, open, beginningAfter(height, open), checks))
            .toList()
            .forEach(
                reading -> {
                  take(reading);
                  checkTablesAtThisHeight(open);
                });
      }
    } finally {
      ledgers.forEach(NodeLedger::close);
    }
  }

  /** The ledgers that begin after the height because they were restored from a snapshot. */
  private Set<NodeLedger> beginningAfter(long height, List<NodeLedger> open) {
    return attestation.format() == LedgerBlocks.FORMAT_PLACES
        ? open.stream()
            .filter(ledger -> ledger.store().firstHeight() > height)
            .collect(Collectors.toSet())
        : Set.of();
  }

  /** Notes once which ledgers begin later. If all do, the audit begins later too. */
  private void beginLaterIfAllDo(List<NodeLedger> open) {
    if (chain.height() > 0) {
      return;
    }
    Set<NodeLedger> later = beginningAfter(1, open);
    later.forEach(
        ledger ->
            notes.add(
                ledger.name()
                    + ": its ledger was restored from a snapshot and begins at block "
                    + ledger.store().firstHeight()));
    if (later.isEmpty() || later.size() < open.size()) {
      return;
    }
    long first =
        open.stream().mapToLong(ledger -> ledger.store().firstHeight()).min().orElseThrow();
    notes.add(ALL_NODES + ": no node has a block before " + first);
    while (chain.height() < first - 1) {
      chain.appendUnknown();
    }
    replay.distrust();
    isWhole = false;
  }

  /** Remarks that aren't faults. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  private void open(NodeLedger ledger) {
    if (unopened.contains(ledger)) {
      return;
    }
    try {
      ledger.open();
    } catch (StoreException e) {
      unopened.add(ledger);
      findings.add(
          ledger.name(),
          "the ledger can't be opened, so none of its blocks was checked: " + e.getMessage());
    }
  }

  private void take(HeightReading reading) {
    reading.faults().forEach(f -> findings.atHeight(f.node(), reading.height(), f.text()));
    List<BlockVersion> versions = new ArrayList<>(reading.versions());
    checkLinks(versions);
    for (BlockVersion version : versions) {
      if (version.isReadable()) {
        version.faults().addAll(chain.checkOrder(version.block()));
        version.faults().addAll(attestation.check(version.block(), chain::hash));
      }
    }
    versions.sort(
        Comparator.comparing(BlockVersion::isFaultless)
            .thenComparing(version -> version.holders().size())
            .reversed());
    BlockVersion followed = replay(reading.height(), versions);
    report(reading.height(), versions, followed);
    follow(followed);
  }

  /** Checks that the blocks continue the chain. If none does, either block may be changed. */
  private void checkLinks(List<BlockVersion> versions) {
    List<BlockVersion> readable = versions.stream().filter(BlockVersion::isReadable).toList();
    List<BlockVersion> unlinked =
        readable.stream().filter(version -> !chain.isContinuedBy(version.block())).toList();
    if (unlinked.isEmpty()) {
      return;
    }
    if (unlinked.size() < readable.size()) {
      unlinked.forEach(v -> v.faults().add("it doesn't continue from the block before it"));
      return;
    }
    long height = chain.height();
    for (BlockVersion version : unlinked) {
      for (NodeLedger holder : version.holders()) {
        findings.atHeights(
            holder.name(),
            height,
            height + 1,
            "the second block doesn't continue from the first: one of the two was changed");
      }
    }
    chain.distrustLast();
    isWhole = false;
  }

  /** Replays the version whose state root is that of the state after it, else the first. */
  private BlockVersion replay(long height, List<BlockVersion> versions) {
    boolean wasTrusted = replay.isTrusted();
    BlockVersion followed = null;
    StateReplay.Step step = null;
    boolean fits = false;
    for (BlockVersion version : versions) {
      if (version.isReadable()) {
        StateReplay.Step candidate = replay.prepare(height, version.block());
        boolean candidateFits =
            candidate.hasRoot(version.block().header().getStateRoot().toByteArray());
        if (!candidateFits && wasTrusted && version.isFaultless()) {
          version.faults().add("its state_root isn't that of the state after it");
        }
        if (followed == null || (candidateFits && !fits)) {
          followed = version;
          step = candidate;
          fits = candidateFits;
        }
      }
    }
    if (step == null) {
      replay.distrust();
    } else {
      replay.apply(step, fits);
    }
    return followed;
  }

  private void report(long height, List<BlockVersion> versions, BlockVersion followed) {
    for (BlockVersion version : versions) {
      List<String> faults =
          version.isFaultless() && version != followed
              ? List.of(version.differenceFrom(followed))
              : version.faults();
      for (NodeLedger holder : version.holders()) {
        faults.forEach(fault -> findings.atHeight(holder.name(), height, fault));
      }
    }
  }

  private void follow(BlockVersion followed) {
    if (followed == null || !followed.isFaultless()) {
      isWhole = false;
      chain.appendUnknown();
    } else {
      chain.append(followed.block());
    }
    if (followed != null) {
      BlockUnderAudit block = followed.block();
      transactions += block.transactions().size();
      for (int i = 0; i < block.transactions().size(); i++) {
        indexed += block.isIndexed(i) ? 1 : 0;
        committed += block.isCommitted(i) ? 1 : 0;
      }
    }
  }

  private void checkTablesAtThisHeight(List<NodeLedger> open) {
    for (NodeLedger ledger : open) {
      if (ledger.height() == chain.height() && tablesChecked.add(ledger)) {
        checkTables(ledger);
      }
    }
  }

  private void checkTables(NodeLedger ledger) {
    progress.say("comparing leaves and index of %s", ledger.name());
    if (replay.isTrusted()) {
      tables.checkLeaves(ledger);
    }
    if (isWhole) {
      tables.checkIndexSize(ledger, indexed);
    }
    try {
      ledger.store().verifyChecksums();
    } catch (StoreException e) {
      if (!findings.has(ledger.name())) {
        findings.add(ledger.name(), "the ledger's files are damaged: " + e.getMessage());
      }
    }
  }

  /** Whether the state follows from the ledger; adds a finding if it doesn't. */
  boolean isStateKnown() {
    if (!replay.isTrusted()) {
      findings.add(
          ALL_NODES,
          "the state can't be replayed up to height "
              + chain.height()
              + ", so leaves and state stores were not compared with it");
    }
    return replay.isTrusted();
  }
}
