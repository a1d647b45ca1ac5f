package io.hybridycsb.harness.system.fabric;

import io.hybridycsb.harness.files.Resource;
import io.hybridycsb.harness.system.programs.ChangedModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fabric's peer with one more state database: bbolt, by our own code behind the peer's interface.
 * It is built from the published source, in which one choice is changed.
 */
final class PeerWithBbolt {
  private static final String STATE_DATABASES = "core/ledger/kvledger/txmgmt/statedb/";
  private static final String PACKAGE = STATE_DATABASES + "statebbolt";

  /** Changes with our source, so that a peer with an older one is built again. */
  private static final String VERSION = "3.1.1-bbolt.1";

  /** Where the peer chooses between CouchDB and LevelDB. */
  private static final String CHOICE = "core/ledger/kvledger/txmgmt/privacyenabledstate/db.go";

  private static final String IMPORT_OF_LEVELDB =
      "\t\"github.com/hyperledger/fabric/" + STATE_DATABASES + "stateleveldb\"\n";

  private static final String ELSE_LEVELDB =
      """
      \t} else {
      \t\tif vdbProvider, err = stateleveldb.NewVersionedDBProvider(stateDBConf.LevelDBPath); err != nil {
      """;

  private static final String IF_BBOLT =
      """
      \t} else if stateDBConf != nil && stateDBConf.StateDatabase == statebbolt.Name {
      \t\tif vdbProvider, err = statebbolt.NewVersionedDBProvider(stateDBConf.LevelDBPath); err != nil {
      \t\t\treturn nil, err
      \t\t}
      """;

  private static final ChangedModule CHANGED =
      new ChangedModule(
          "github.com/hyperledger/fabric",
          List.of(
              new ChangedModule.Edit(
                  CHOICE,
                  IMPORT_OF_LEVELDB,
                  IMPORT_OF_LEVELDB.replace("stateleveldb", "statebbolt") + IMPORT_OF_LEVELDB),
              new ChangedModule.Edit(CHOICE, ELSE_LEVELDB, IF_BBOLT + ELSE_LEVELDB)),
          ours("encoding.go", "provider.go", "scan.go", "statebbolt_test.go", "versioned_db.go"),
          List.of(PACKAGE));

  static final GoProgram.Description PROGRAM =
      new GoProgram.Description(
          "Hyperledger Fabric's peer with bbolt",
          List.of("peer-bbolt"),
          "fabric.bbolt.program",
          "FABRIC_PEER_BBOLT",
          new GoProgram.Version(
              "version",
              "Version: v?([0-9]+\\.[0-9]+\\.[0-9]+-bbolt\\.[0-9]+)",
              VERSION,
              VERSION,
              "1.24"),
          new GoProgram.Source(
                  List.of(FabricProgram.COMMANDS + "peer"),
                  FabricProgram.MODULE,
                  FabricProgram.flags("v" + VERSION))
              .with(CHANGED));

  private PeerWithBbolt() {}

  private static Map<String, String> ours(String... files) {
    return Stream.of(files)
        .collect(
            Collectors.toMap(
                file -> PACKAGE + "/" + file,
                file -> Resource.text(PeerWithBbolt.class, "statebbolt/" + file)));
  }
}
