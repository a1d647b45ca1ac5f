package statebbolt

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hyperledger/fabric/core/ledger/internal/version"
	"github.com/hyperledger/fabric/core/ledger/kvledger/txmgmt/statedb"
	"github.com/hyperledger/fabric/core/ledger/kvledger/txmgmt/statedb/commontests"
	"github.com/stretchr/testify/require"
)

func open(t *testing.T, directory string) *VersionedDBProvider {
	provider, err := NewVersionedDBProvider(directory)
	require.NoError(t, err)
	t.Cleanup(provider.Close)
	return provider
}

// Fabric's own suite, which its own state databases pass.
func TestFabricsSuite(t *testing.T) {
	for name, test := range map[string]func(*testing.T, statedb.VersionedDBProvider){
		"BasicRW":                     commontests.TestBasicRW,
		"MultiDBBasicRW":              commontests.TestMultiDBBasicRW,
		"Deletes":                     commontests.TestDeletes,
		"Iterator":                    commontests.TestIterator,
		"GetStateMultipleKeys":        commontests.TestGetStateMultipleKeys,
		"GetVersion":                  commontests.TestGetVersion,
		"ValueAndMetadataWrites":      commontests.TestValueAndMetadataWrites,
		"PaginatedRangeQuery":         commontests.TestPaginatedRangeQuery,
		"RangeQuerySpecialCharacters": commontests.TestRangeQuerySpecialCharacters,
		"ApplyUpdatesWithNilHeight":   commontests.TestApplyUpdatesWithNilHeight,
		"DataExportImport":            commontests.TestDataExportImport,
	} {
		t.Run(name, func(t *testing.T) {
			test(t, open(t, t.TempDir()))
		})
	}
}

func TestADroppedChannelIsEmptyAndOthersAreNot(t *testing.T) {
	provider := open(t, t.TempDir())
	commontests.TestDrop(t, provider, func(channel string) {
		db, err := provider.GetDBHandle(channel, nil)
		require.NoError(t, err)
		savepoint, err := db.GetLatestSavePoint()
		require.NoError(t, err)
		require.Nil(t, savepoint)
		all, err := db.GetFullScanIterator(func(string) bool { return false })
		require.NoError(t, err)
		first, err := all.Next()
		require.NoError(t, err)
		require.Nil(t, first)
	})
}

func TestWhatWasAppliedIsThereAfterReopening(t *testing.T) {
	directory := t.TempDir()
	provider, err := NewVersionedDBProvider(directory)
	require.NoError(t, err)
	apply(t, provider, 1, "a", "b")
	provider.Close()

	db, err := open(t, directory).GetDBHandle("channel", nil)
	require.NoError(t, err)
	value, err := db.GetState("ns", "b")
	require.NoError(t, err)
	require.Equal(t, []byte("value of b"), value.Value)
	savepoint, err := db.GetLatestSavePoint()
	require.NoError(t, err)
	require.Equal(t, version.NewHeight(1, 2), savepoint)
}

func TestAScanOfManyPagesReturnsEachKeyOnceAndInOrder(t *testing.T) {
	provider := open(t, t.TempDir())
	var keys []string
	for i := 0; i < 3*pageEntries+1; i++ {
		keys = append(keys, fmt.Sprintf("key%05d", i))
	}
	apply(t, provider, 1, keys...)
	db, err := provider.GetDBHandle("channel", nil)
	require.NoError(t, err)
	for _, end := range []string{"", "key99999"} {
		scan, err := db.GetStateRangeScanIterator("ns", "", end)
		require.NoError(t, err)
		commontests.TestItrWithoutClose(t, scan, keys)
	}
	part, err := db.GetStateRangeScanIterator("ns", keys[10], keys[2*pageEntries])
	require.NoError(t, err)
	commontests.TestItrWithoutClose(t, part, keys[10:2*pageEntries])
}

func TestWhoScansCanWrite(t *testing.T) {
	provider := open(t, t.TempDir())
	apply(t, provider, 1, "a")
	db, err := provider.GetDBHandle("channel", nil)
	require.NoError(t, err)
	scan, err := db.GetStateRangeScanIterator("ns", "", "")
	require.NoError(t, err)
	defer scan.Close()
	_, err = scan.Next()
	require.NoError(t, err)
	batch := statedb.NewUpdateBatch()
	// So much that the file has to be mapped anew.
	batch.Put("ns", "b", make([]byte, 64<<20), version.NewHeight(2, 1))
	require.NoError(t, db.ApplyUpdates(batch, version.NewHeight(2, 1)))
}

func TestAKeyBeyondBboltsIsRefused(t *testing.T) {
	db, err := open(t, t.TempDir()).GetDBHandle("channel", nil)
	require.NoError(t, err)
	longest := strings.Repeat("k", keyBytesMax)
	require.NoError(t, db.ValidateKeyValue(longest, nil))
	require.EqualError(t, db.ValidateKeyValue(longest+"k", nil), "a key has at most 31744 bytes, not 31745")
	batch := statedb.NewUpdateBatch()
	batch.Put("ns", longest, []byte("v"), version.NewHeight(1, 1))
	require.NoError(t, db.ApplyUpdates(batch, version.NewHeight(1, 1)))
}

func TestDamagedValuesAreErrors(t *testing.T) {
	whole := encodeValue(&statedb.VersionedValue{
		Value: []byte("value"), Metadata: []byte("metadata"), Version: version.NewHeight(1, 1),
	})
	for length := 0; length < len(whole)-len("value"); length++ {
		_, err := decodeValue(whole[:length])
		require.Error(t, err, "of %d bytes", length)
	}
	_, err := decodeKey([]byte("no separator"))
	require.Error(t, err)
}

func TestWhatASnapshotFailsWithIsTold(t *testing.T) {
	failure := errors.New("the snapshot can't be read")
	err := open(t, t.TempDir()).ImportFromSnapshot("channel", version.NewHeight(1, 1), failing{failure})
	require.Equal(t, failure, err)
}

type failing struct{ err error }

func (f failing) Next() (*statedb.VersionedKV, error) { return nil, f.err }
func (f failing) Close()                              {}

func apply(t *testing.T, provider *VersionedDBProvider, block uint64, keys ...string) {
	db, err := provider.GetDBHandle("channel", nil)
	require.NoError(t, err)
	batch := statedb.NewUpdateBatch()
	for i, key := range keys {
		batch.Put("ns", key, []byte("value of "+key), version.NewHeight(block, uint64(i+1)))
	}
	require.NoError(t, db.ApplyUpdates(batch, version.NewHeight(block, uint64(len(keys)))))
}
