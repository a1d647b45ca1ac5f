package statebbolt

import (
	"fmt"

	"github.com/hyperledger/fabric-lib-go/common/flogging"
	"github.com/hyperledger/fabric/core/ledger/internal/version"
	"github.com/hyperledger/fabric/core/ledger/kvledger/txmgmt/statedb"
	"github.com/pkg/errors"
	"go.etcd.io/bbolt"
)

var logger = flogging.MustGetLogger("statebbolt")

// A channel's bucket holds the savepoint, and a bucket with the state.
var (
	savepointKey = []byte("savepoint")
	stateBucket  = []byte("state")
)

type versionedDB struct {
	file    *bbolt.DB
	channel []byte
}

// A write has no value if it deletes its key.
type write struct {
	key, value []byte
}

// Open does nothing: the provider has opened the file.
func (db *versionedDB) Open() error {
	return nil
}

// Close does nothing: the provider closes the file.
func (db *versionedDB) Close() {}

// ValidateKeyValue refuses keys that are longer than bbolt's.
func (db *versionedDB) ValidateKeyValue(key string, _ []byte) error {
	if len(key) > keyBytesMax {
		return fmt.Errorf("a key has at most %d bytes, not %d", keyBytesMax, len(key))
	}
	return nil
}

func (db *versionedDB) BytesKeySupported() bool {
	return true
}

// view calls read with the state's bucket; not at all if the channel has none.
func (db *versionedDB) view(read func(state *bbolt.Bucket) error) error {
	return db.file.View(func(tx *bbolt.Tx) error {
		channel := tx.Bucket(db.channel)
		if channel == nil {
			return nil
		}
		return read(channel.Bucket(stateBucket))
	})
}

func (db *versionedDB) GetState(namespace string, key string) (*statedb.VersionedValue, error) {
	values, err := db.GetStateMultipleKeys(namespace, []string{key})
	if err != nil {
		return nil, err
	}
	return values[0], nil
}

func (db *versionedDB) GetVersion(namespace string, key string) (*version.Height, error) {
	value, err := db.GetState(namespace, key)
	if err != nil || value == nil {
		return nil, err
	}
	return value.Version, nil
}

func (db *versionedDB) GetStateMultipleKeys(namespace string, keys []string) ([]*statedb.VersionedValue, error) {
	values := make([]*statedb.VersionedValue, len(keys))
	err := db.view(func(state *bbolt.Bucket) error {
		for i, key := range keys {
			encoded := state.Get(encodeKey(namespace, key))
			if encoded == nil {
				continue
			}
			value, err := decodeValue(encoded)
			if err != nil {
				return err
			}
			values[i] = value
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return values, nil
}

func (db *versionedDB) GetStateRangeScanIterator(namespace string, startKey string, endKey string) (statedb.ResultsIterator, error) {
	return db.GetStateRangeScanIteratorWithPagination(namespace, startKey, endKey, 0)
}

// GetStateRangeScanIteratorWithPagination ends after pageSize results; 0: after all.
func (db *versionedDB) GetStateRangeScanIteratorWithPagination(namespace string, startKey string, endKey string, pageSize int32) (statedb.QueryResultsIterator, error) {
	end := namespaceEnd(namespace)
	if endKey != "" {
		end = encodeKey(namespace, endKey)
	}
	return &rangeScan{scan: newScan(db, encodeKey(namespace, startKey), end), limit: pageSize}, nil
}

func (db *versionedDB) ExecuteQuery(_, _ string) (statedb.ResultsIterator, error) {
	return nil, errors.New("bbolt has no rich queries")
}

func (db *versionedDB) ExecuteQueryWithPagination(_, _, _ string, _ int32) (statedb.QueryResultsIterator, error) {
	return nil, errors.New("bbolt has no rich queries")
}

// ApplyUpdates makes all updates and sets the savepoint in one transaction, which is on the disk when
// this returns. Without a height the savepoint stays.
func (db *versionedDB) ApplyUpdates(batch *statedb.UpdateBatch, height *version.Height) error {
	var writes []write
	for _, namespace := range batch.GetUpdatedNamespaces() {
		for key, value := range batch.GetUpdates(namespace) {
			w := write{key: encodeKey(namespace, key)}
			if !value.IsDelete() {
				w.value = encodeValue(value)
			}
			writes = append(writes, w)
		}
	}
	return db.write(writes, height)
}

func (db *versionedDB) write(writes []write, savepoint *version.Height) error {
	return db.file.Update(func(tx *bbolt.Tx) error {
		channel, err := tx.CreateBucketIfNotExists(db.channel)
		if err != nil {
			return err
		}
		state, err := channel.CreateBucketIfNotExists(stateBucket)
		if err != nil {
			return err
		}
		for _, w := range writes {
			if w.value == nil {
				err = state.Delete(w.key)
			} else {
				err = state.Put(w.key, w.value)
			}
			if err != nil {
				return err
			}
		}
		if savepoint == nil {
			return nil
		}
		return channel.Put(savepointKey, savepoint.ToBytes())
	})
}

// GetLatestSavePoint returns nil if there is none.
func (db *versionedDB) GetLatestSavePoint() (*version.Height, error) {
	var savepoint *version.Height
	err := db.file.View(func(tx *bbolt.Tx) error {
		channel := tx.Bucket(db.channel)
		if channel == nil {
			return nil
		}
		encoded := channel.Get(savepointKey)
		if encoded == nil {
			return nil
		}
		var err error
		savepoint, _, err = version.NewHeightFromBytes(encoded)
		return err
	})
	return savepoint, err
}

// GetFullScanIterator returns the whole state but for some namespaces.
func (db *versionedDB) GetFullScanIterator(skipNamespace func(string) bool) (statedb.FullScanIterator, error) {
	return &fullScan{newScan(db, nil, nil), skipNamespace}, nil
}
