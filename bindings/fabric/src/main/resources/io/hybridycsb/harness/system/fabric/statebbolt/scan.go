package statebbolt

import (
	"bytes"

	"github.com/hyperledger/fabric/core/ledger/kvledger/txmgmt/statedb"
	"go.etcd.io/bbolt"
)

// A page has at most so many entries and, but for one entry, so many bytes.
const (
	pageEntries = 256
	pageBytes   = 1 << 20
)

// A scan reads entries in the order of their keys, a page at a time, each in a transaction of its own.
//
// It holds no transaction between pages: a writer that has to map a larger file would wait for it, and
// a caller that writes while it scans would wait for itself. All pages are of one state all the same,
// because the peer applies no block while a simulation, a query or an export is under way.
type scan struct {
	db      *versionedDB
	next    []byte
	end     []byte
	page    []*statedb.VersionedKV
	drained bool
}

// newScan begins at start, and ends before end; nil: after the last key.
func newScan(db *versionedDB, start, end []byte) *scan {
	return &scan{db: db, next: start, end: end}
}

// peek returns the next entry, which stays the next; nil at the end.
func (s *scan) peek() (*statedb.VersionedKV, error) {
	if len(s.page) == 0 && !s.drained {
		if err := s.readPage(); err != nil {
			return nil, err
		}
	}
	if len(s.page) == 0 {
		return nil, nil
	}
	return s.page[0], nil
}

func (s *scan) skip() {
	s.page = s.page[1:]
}

// seek goes on at a key.
func (s *scan) seek(key []byte) {
	s.page = nil
	s.next = key
	s.drained = false
}

func (s *scan) readPage() error {
	s.page = nil
	s.drained = true
	return s.db.view(func(state *bbolt.Bucket) error {
		cursor := state.Cursor()
		size := 0
		for key, value := cursor.Seek(s.next); key != nil; key, value = cursor.Next() {
			if s.end != nil && bytes.Compare(key, s.end) >= 0 {
				return nil
			}
			if len(s.page) == pageEntries || size >= pageBytes {
				s.next = bytes.Clone(key)
				s.drained = false
				return nil
			}
			name, err := decodeKey(key)
			if err != nil {
				return err
			}
			versioned, err := decodeValue(value)
			if err != nil {
				return err
			}
			s.page = append(s.page, &statedb.VersionedKV{CompositeKey: name, VersionedValue: versioned})
			size += len(key) + len(value)
		}
		return nil
	})
}

// Close frees what was read; nothing follows.
func (s *scan) Close() {
	s.page = nil
	s.drained = true
}

// A rangeScan ends after limit results; 0: after all.
type rangeScan struct {
	*scan
	limit    int32
	returned int32
}

func (r *rangeScan) Next() (*statedb.VersionedKV, error) {
	if r.limit > 0 && r.returned >= r.limit {
		return nil, nil
	}
	entry, err := r.peek()
	if err != nil || entry == nil {
		return nil, err
	}
	r.skip()
	r.returned++
	return entry, nil
}

// GetBookmarkAndClose returns the key at which another scan can go on; empty if there is none.
func (r *rangeScan) GetBookmarkAndClose() string {
	defer r.Close()
	entry, err := r.peek()
	if err != nil {
		logger.Errorf("the bookmark of a scan can't be read: %s", err)
		return ""
	}
	if entry == nil {
		return ""
	}
	return entry.Key
}

// A fullScan leaves out some namespaces, each at one stroke.
type fullScan struct {
	*scan
	skipNamespace func(string) bool
}

func (f *fullScan) Next() (*statedb.VersionedKV, error) {
	for {
		entry, err := f.peek()
		if err != nil || entry == nil {
			return nil, err
		}
		if !f.skipNamespace(entry.Namespace) {
			f.skip()
			return entry, nil
		}
		f.seek(namespaceEnd(entry.Namespace))
	}
}
