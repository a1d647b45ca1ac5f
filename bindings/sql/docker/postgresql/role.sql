-- Who connects: a role that owns one database, and has no right elsewhere.
\getenv name ROLE
\getenv password ROLE_PASSWORD
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
-- Everybody has these at first.
REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC;
