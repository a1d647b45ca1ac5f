-- Who writes records in a local cluster and in containers; without a password, for there only those connect who may.
CREATE ROLE ycsb LOGIN IN ROLE ledger_writer;
