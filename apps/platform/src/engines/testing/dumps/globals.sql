--
-- PostgreSQL database cluster dump
--

\restrict 3bGJQ2hnb0pMVLowcBAIvhLYzh2JxtpxUWNWnt5Uct4nP1h774b6bDUZ0PBYe5Q

SET default_transaction_read_only = off;

SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

--
-- Roles
--

CREATE ROLE postgres;
ALTER ROLE postgres WITH SUPERUSER INHERIT CREATEROLE CREATEDB LOGIN REPLICATION BYPASSRLS;
CREATE ROLE shop_owner;
ALTER ROLE shop_owner WITH NOSUPERUSER INHERIT NOCREATEROLE NOCREATEDB NOLOGIN NOREPLICATION NOBYPASSRLS;
CREATE ROLE shop_reader;
ALTER ROLE shop_reader WITH NOSUPERUSER INHERIT NOCREATEROLE NOCREATEDB LOGIN NOREPLICATION NOBYPASSRLS PASSWORD 'md500000000000000000000000000000000';

--
-- User Configurations
--








\unrestrict 3bGJQ2hnb0pMVLowcBAIvhLYzh2JxtpxUWNWnt5Uct4nP1h774b6bDUZ0PBYe5Q

--
-- PostgreSQL database cluster dump complete
--

