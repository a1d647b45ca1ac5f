-- Who connects: a role that writes records and reads the ledger, can't change it, and has no right elsewhere.
\getenv name ROLE
\getenv password ROLE_PASSWORD
CREATE ROLE :"name" LOGIN PASSWORD :'password' IN ROLE ledger_writer;
-- Everybody has these at first.
REVOKE CONNECT, TEMPORARY ON DATABASE template1 FROM PUBLIC;
