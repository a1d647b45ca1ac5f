-- Who connects: a role that writes records and reads the ledger, and can't change it.
\getenv name ROLE
\getenv password ROLE_PASSWORD
CREATE ROLE :"name" LOGIN PASSWORD :'password' IN ROLE ledger_writer;
