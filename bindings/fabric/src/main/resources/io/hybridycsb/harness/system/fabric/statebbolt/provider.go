// Package statebbolt keeps a peer's state in bbolt, a B+ tree in one file, behind the interfaces of
// package statedb.
package statebbolt

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/hyperledger/fabric/core/ledger/internal/version"
	"github.com/hyperledger/fabric/core/ledger/kvledger/txmgmt/statedb"
	"go.etcd.io/bbolt"
)

// Name is what ledger.state.stateDatabase is for this database.
const Name = "bbolt"

const (
	fileName    = "state.bbolt"
	openTimeout = 30 * time.Second

	// importBatchBytes bounds what one transaction holds while a snapshot is read in.
	importBatchBytes = 4 << 20
)

// VersionedDBProvider has a bucket for each channel, all in one file.
type VersionedDBProvider struct {
	file *bbolt.DB
}

// NewVersionedDBProvider opens the file in a directory, or creates it.
func NewVersionedDBProvider(directory string) (*VersionedDBProvider, error) {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(directory, fileName)
	options := &bbolt.Options{Timeout: openTimeout, FreelistType: bbolt.FreelistMapType}
	file, err := bbolt.Open(path, 0o600, options)
	if err != nil {
		return nil, fmt.Errorf("the state in %s can't be opened: %w", path, err)
	}
	return &VersionedDBProvider{file}, nil
}

// GetDBHandle returns a channel's state.
func (p *VersionedDBProvider) GetDBHandle(id string, _ statedb.NamespaceProvider) (statedb.VersionedDB, error) {
	return &versionedDB{p.file, []byte(id)}, nil
}

// ImportFromSnapshot fills a channel's state. The savepoint comes last, with all that it stands for.
func (p *VersionedDBProvider) ImportFromSnapshot(id string, savepoint *version.Height, entries statedb.FullScanIterator) error {
	db := &versionedDB{p.file, []byte(id)}
	for more := entries != nil; more; {
		batch, err := nextBatch(entries)
		if err != nil {
			return err
		}
		if more = len(batch) > 0; more {
			if err := db.write(batch, nil); err != nil {
				return err
			}
		}
	}
	return db.write(nil, savepoint)
}

func nextBatch(entries statedb.FullScanIterator) ([]write, error) {
	var batch []write
	for bytes := 0; bytes < importBatchBytes; {
		entry, err := entries.Next()
		if err != nil {
			return nil, err
		}
		if entry == nil {
			break
		}
		w := write{encodeKey(entry.Namespace, entry.Key), encodeValue(entry.VersionedValue)}
		bytes += len(w.key) + len(w.value)
		batch = append(batch, w)
	}
	return batch, nil
}

// BytesKeySupported tells that keys may have any bytes.
func (p *VersionedDBProvider) BytesKeySupported() bool {
	return true
}

// Close closes the file, once all that read it have ended.
func (p *VersionedDBProvider) Close() {
	if err := p.file.Close(); err != nil {
		logger.Errorf("%s can't be closed: %s", p.file.Path(), err)
	}
}

// Drop removes a channel's state; there may be none.
func (p *VersionedDBProvider) Drop(id string) error {
	return p.file.Update(func(tx *bbolt.Tx) error {
		if tx.Bucket([]byte(id)) == nil {
			return nil
		}
		return tx.DeleteBucket([]byte(id))
	})
}
