--
-- PostgreSQL database dump
--

\restrict Token

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: shop; Type: SCHEMA; Schema: -; Owner: postgres
--

CREATE SCHEMA shop;


ALTER SCHEMA shop OWNER TO postgres;

--
-- Name: SCHEMA shop; Type: COMMENT; Schema: -; Owner: postgres
--

COMMENT ON SCHEMA shop IS 'It''s the shop;
of two lines';


--
-- Name: address; Type: TYPE; Schema: shop; Owner: postgres
--

CREATE TYPE shop.address AS (
	street text,
	number integer
);


ALTER TYPE shop.address OWNER TO postgres;

--
-- Name: money_range; Type: TYPE; Schema: shop; Owner: postgres
--

CREATE TYPE shop.money_range AS RANGE (
    subtype = numeric,
    multirange_type_name = shop.money_multirange
);


ALTER TYPE shop.money_range OWNER TO postgres;

--
-- Name: mood; Type: TYPE; Schema: shop; Owner: postgres
--

CREATE TYPE shop.mood AS ENUM (
    'sad',
    'o''k',
    'happy; very'
);


ALTER TYPE shop.mood OWNER TO postgres;

--
-- Name: price; Type: DOMAIN; Schema: shop; Owner: postgres
--

CREATE DOMAIN shop.price AS numeric(12,2) NOT NULL DEFAULT 0
	CONSTRAINT price_positive CHECK ((VALUE >= (0)::numeric));


ALTER DOMAIN shop.price OWNER TO postgres;

--
-- Name: CAST (shop.mood AS integer); Type: CAST; Schema: -; Owner: -
--

CREATE CAST (shop.mood AS integer) WITH INOUT AS ASSIGNMENT;


--
-- Name: add(integer, integer); Type: FUNCTION; Schema: shop; Owner: shop_owner
--

CREATE FUNCTION shop.add(integer, integer) RETURNS integer
    LANGUAGE sql IMMUTABLE
    RETURN ($1 + $2);


ALTER FUNCTION shop.add(integer, integer) OWNER TO shop_owner;

--
-- Name: FUNCTION add(integer, integer); Type: COMMENT; Schema: shop; Owner: shop_owner
--

COMMENT ON FUNCTION shop.add(integer, integer) IS 'adds;';


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: people; Type: TABLE; Schema: shop; Owner: shop_owner
--

CREATE TABLE shop.people (
    id integer NOT NULL,
    code integer NOT NULL,
    number integer NOT NULL,
    name text DEFAULT 'nobody'::text NOT NULL,
    feeling shop.mood DEFAULT 'o''k'::shop.mood,
    lives_at shop.address,
    shown text GENERATED ALWAYS AS (upper(name)) STORED,
    born timestamp with time zone DEFAULT '2020-02-02 02:02:02+00'::timestamp with time zone,
    CONSTRAINT name_is_not_empty CHECK ((name <> ''::text))
);


ALTER TABLE shop.people OWNER TO shop_owner;

--
-- Name: COLUMN people.name; Type: COMMENT; Schema: shop; Owner: shop_owner
--

COMMENT ON COLUMN shop.people.name IS 'a\b	tab; "quoted" $1 :name {{name}}';


--
-- Name: both(text); Type: FUNCTION; Schema: shop; Owner: postgres
--

CREATE FUNCTION shop."both"(wanted text) RETURNS TABLE(id integer, name text)
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT p.id,
     p.name
    FROM shop.people p
   WHERE (p.name = "both".wanted);
 SELECT p.id,
         CASE
             WHEN (p.id > 1) THEN p.name
             ELSE 'end;'::text
         END AS "case"
    FROM shop.people p;
END;


ALTER FUNCTION shop."both"(wanted text) OWNER TO postgres;

--
-- Name: clear(integer); Type: PROCEDURE; Schema: shop; Owner: postgres
--

CREATE PROCEDURE shop.clear(INOUT count integer DEFAULT 1)
    LANGUAGE plpgsql
    AS $_$ begin count := $1 + 1; end $_$;


ALTER PROCEDURE shop.clear(INOUT count integer) OWNER TO postgres;

--
-- Name: noted(); Type: FUNCTION; Schema: shop; Owner: postgres
--

CREATE FUNCTION shop.noted() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
begin
  -- a comment; with 'a quote
  if new.name = E'a\\b' then raise notice $$inner; text$$; end if;
  return new;
end;
$_$;


ALTER FUNCTION shop.noted() OWNER TO postgres;

--
-- Name: total(integer); Type: AGGREGATE; Schema: shop; Owner: postgres
--

CREATE AGGREGATE shop.total(integer) (
    SFUNC = shop.add,
    STYPE = integer,
    INITCOND = '0'
);


ALTER AGGREGATE shop.total(integer) OWNER TO postgres;

--
-- Name: @+; Type: OPERATOR; Schema: shop; Owner: postgres
--

CREATE OPERATOR shop.@+ (
    FUNCTION = shop.add,
    LEFTARG = integer,
    RIGHTARG = integer
);


ALTER OPERATOR shop.@+ (integer, integer) OWNER TO postgres;

--
-- Name: Odd "Name": {{x}} :y $1; Type: TABLE; Schema: shop; Owner: postgres
--

CREATE TABLE shop."Odd ""Name"": {{x}} :y $1" (
    "Key; one" bigint NOT NULL,
    person integer,
    cost shop.price,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    within shop.money_range
);


ALTER TABLE shop."Odd ""Name"": {{x}} :y $1" OWNER TO postgres;

--
-- Name: counted; Type: MATERIALIZED VIEW; Schema: shop; Owner: postgres
--

CREATE MATERIALIZED VIEW shop.counted AS
 SELECT count(*) AS all_of_them,
    max(people.name) AS last_name
   FROM shop.people
  WITH NO DATA;


ALTER TABLE shop.counted OWNER TO postgres;

--
-- Name: forced; Type: TABLE; Schema: shop; Owner: postgres
--

CREATE TABLE shop.forced (
    id integer NOT NULL,
    words text
);

ALTER TABLE ONLY shop.forced FORCE ROW LEVEL SECURITY;


ALTER TABLE shop.forced OWNER TO postgres;

--
-- Name: happy; Type: VIEW; Schema: shop; Owner: postgres
--

CREATE VIEW shop.happy WITH (security_barrier='true') AS
 SELECT people.id,
    people.name,
    'a;b'::text AS "x;y"
   FROM shop.people
  WHERE (people.feeling = 'o''k'::shop.mood)
  WITH LOCAL CHECK OPTION;


ALTER TABLE shop.happy OWNER TO postgres;

--
-- Name: kinds; Type: TABLE; Schema: shop; Owner: postgres
--

CREATE TABLE shop.kinds (
    id integer NOT NULL,
    flag boolean,
    small smallint,
    big bigint,
    exact numeric,
    fast real,
    faster double precision,
    txt text,
    fixed character(4),
    bytes bytea,
    day date,
    at time without time zone,
    at_zone time with time zone,
    stamp timestamp without time zone,
    stamp_zone timestamp with time zone,
    span interval,
    doc json,
    docb jsonb,
    key uuid,
    net inet,
    block cidr,
    mac macaddr,
    bits bit(3),
    many_bits bit varying,
    spot point,
    vector tsvector,
    query tsquery,
    tree xml,
    numbers integer[],
    words text[],
    moods shop.mood[],
    home shop.address,
    spans int4range,
    many int4multirange,
    amount money
);


ALTER TABLE shop.kinds OWNER TO postgres;

--
-- Name: people_code_seq; Type: SEQUENCE; Schema: shop; Owner: shop_owner
--

ALTER TABLE shop.people ALTER COLUMN code ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME shop.people_code_seq
    START WITH 10
    INCREMENT BY 10
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: people_id_seq; Type: SEQUENCE; Schema: shop; Owner: shop_owner
--

ALTER TABLE shop.people ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME shop.people_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: people_number_seq; Type: SEQUENCE; Schema: shop; Owner: shop_owner
--

CREATE SEQUENCE shop.people_number_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE shop.people_number_seq OWNER TO shop_owner;

--
-- Name: people_number_seq; Type: SEQUENCE OWNED BY; Schema: shop; Owner: shop_owner
--

ALTER SEQUENCE shop.people_number_seq OWNED BY shop.people.number;


--
-- Name: staff; Type: TABLE; Schema: shop; Owner: postgres
--

CREATE TABLE shop.staff (
    salary numeric
)
INHERITS (shop.people);


ALTER TABLE shop.staff OWNER TO postgres;

--
-- Name: tickets; Type: SEQUENCE; Schema: shop; Owner: postgres
--

CREATE SEQUENCE shop.tickets
    START WITH 100
    INCREMENT BY 5
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE shop.tickets OWNER TO postgres;

--
-- Name: visits; Type: TABLE; Schema: shop; Owner: postgres
--

CREATE TABLE shop.visits (
    day date NOT NULL,
    page text
)
PARTITION BY RANGE (day);


ALTER TABLE shop.visits OWNER TO postgres;

--
-- Name: visits_2025; Type: TABLE; Schema: shop; Owner: postgres
--

CREATE TABLE shop.visits_2025 (
    day date NOT NULL,
    page text
);


ALTER TABLE shop.visits_2025 OWNER TO postgres;

--
-- Name: visits_rest; Type: TABLE; Schema: shop; Owner: postgres
--

CREATE TABLE shop.visits_rest (
    day date NOT NULL,
    page text
);


ALTER TABLE shop.visits_rest OWNER TO postgres;

--
-- Name: visits_2025; Type: TABLE ATTACH; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.visits ATTACH PARTITION shop.visits_2025 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');


--
-- Name: visits_rest; Type: TABLE ATTACH; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.visits ATTACH PARTITION shop.visits_rest DEFAULT;


--
-- Name: people number; Type: DEFAULT; Schema: shop; Owner: shop_owner
--

ALTER TABLE ONLY shop.people ALTER COLUMN number SET DEFAULT nextval('shop.people_number_seq'::regclass);


--
-- Name: staff number; Type: DEFAULT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.staff ALTER COLUMN number SET DEFAULT nextval('shop.people_number_seq'::regclass);


--
-- Name: staff name; Type: DEFAULT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.staff ALTER COLUMN name SET DEFAULT 'nobody'::text;


--
-- Name: staff feeling; Type: DEFAULT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.staff ALTER COLUMN feeling SET DEFAULT 'o''k'::shop.mood;


--
-- Name: staff born; Type: DEFAULT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.staff ALTER COLUMN born SET DEFAULT '2020-02-02 02:02:02+00'::timestamp with time zone;


--
-- Data for Name: Odd "Name": {{x}} :y $1; Type: TABLE DATA; Schema: shop; Owner: postgres
--

INSERT INTO shop."Odd ""Name"": {{x}} :y $1" VALUES (1, 1, 1.50, '{"a,b","NULL",NULL,"","{\"","\\"}', '[1,2)');
INSERT INTO shop."Odd ""Name"": {{x}} :y $1" VALUES (9223372036854775807, NULL, 0.00, '{}', NULL);


--
-- Data for Name: forced; Type: TABLE DATA; Schema: shop; Owner: postgres
--

INSERT INTO shop.forced VALUES (1, '');
INSERT INTO shop.forced VALUES (2, NULL);


--
-- Data for Name: kinds; Type: TABLE DATA; Schema: shop; Owner: postgres
--

INSERT INTO shop.kinds VALUES (1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO shop.kinds VALUES (2, true, -32768, 9223372036854775807, 'NaN', 'Infinity', 0.1, '', 'a   ', '\x00ff5c', '0001-01-01 BC', '24:00:00', '12:00:00.5+05:30', '-infinity', '2025-01-01 00:00:00.123456+00', '-1 mons +3 days 04:05:06.7', '{"a" : 1, "a": 2}', '{"b": "\\ \" \n"}', '00000000-0000-0000-0000-000000000001', '10.0.0.1/8', '10.0.0.0/8', '08:00:2b:01:02:03', B'101', B'', '(1,2)', '''a'':1A ''b''', '''a'' & !''b''', '<a>1</a>', '{{1,2},{3,NULL}}', '[0:1]={x,"y z"}', '{sad,"happy; very"}', '("q""\\",1)', 'empty', '{[1,3),[5,)}', '$1.50');
INSERT INTO shop.kinds VALUES (3, NULL, NULL, NULL, NULL, NULL, NULL, '{{name}}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{{x}}', NULL, NULL, NULL, NULL, NULL);
INSERT INTO shop.kinds VALUES (4, NULL, NULL, NULL, NULL, NULL, NULL, ':name', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{{1}}', NULL, NULL, NULL, NULL, NULL);
INSERT INTO shop.kinds VALUES (5, NULL, NULL, NULL, NULL, NULL, NULL, 'large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ large;	\\ ', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: people; Type: TABLE DATA; Schema: shop; Owner: shop_owner
--

INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (1, 10, 1, 'tab	here', 'sad', '("A ""street"", no",3)', DEFAULT, '2025-05-05 10:00:00+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (2, 20, 2, 'line
break', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (3, 30, 3, 'back\slash', 'happy; very', '(,)', DEFAULT, 'infinity');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (4, 40, 4, '\.', 'sad', NULL, DEFAULT, '0044-03-15 00:00:00+00 BC');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (5, 50, 5, 'before
\.
after', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (6, 60, 6, '\N', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (7, 70, 7, 'select 1; drop table x; --', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (8, 80, 8, 'é😀 “quoted” ’', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (9, 90, 9, '
\connect other
\q
', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (10, 100, 10, '$1 :name {{name}} $body$', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (11, 110, 11, '\restrict abc
copy x from stdin;
1
', NULL, NULL, DEFAULT, NULL);
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (12, 120, 12, '\i a line 1
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (13, 130, 13, '\i a line 2
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (14, 140, 14, '\i a line 3
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (15, 150, 15, '\i a line 4
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (16, 160, 16, '\i a line 5
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (17, 170, 17, '\i a line 6
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (18, 180, 18, '\i a line 7
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (19, 190, 19, '\i a line 8
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (20, 200, 20, '\i a line 9
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (21, 210, 21, '\i a line 10
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (22, 220, 22, '\i a line 11
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (23, 230, 23, '\i a line 12
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (24, 240, 24, '\i a line 13
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (25, 250, 25, '\i a line 14
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (26, 260, 26, '\i a line 15
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (27, 270, 27, '\i a line 16
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (28, 280, 28, '\i a line 17
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (29, 290, 29, '\i a line 18
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (30, 300, 30, '\i a line 19
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (31, 310, 31, '\i a line 20
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (32, 320, 32, '\i a line 21
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (33, 330, 33, '\i a line 22
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (34, 340, 34, '\i a line 23
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (35, 350, 35, '\i a line 24
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (36, 360, 36, '\i a line 25
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (37, 370, 37, '\i a line 26
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (38, 380, 38, '\i a line 27
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (39, 390, 39, '\i a line 28
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (40, 400, 40, '\i a line 29
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (41, 410, 41, '\i a line 30
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (42, 420, 42, '\i a line 31
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (43, 430, 43, '\i a line 32
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (44, 440, 44, '\i a line 33
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (45, 450, 45, '\i a line 34
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (46, 460, 46, '\i a line 35
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (47, 470, 47, '\i a line 36
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (48, 480, 48, '\i a line 37
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (49, 490, 49, '\i a line 38
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (50, 500, 50, '\i a line 39
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (51, 510, 51, '\i a line 40
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (52, 520, 52, '\i a line 41
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (53, 530, 53, '\i a line 42
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (54, 540, 54, '\i a line 43
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (55, 550, 55, '\i a line 44
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (56, 560, 56, '\i a line 45
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (57, 570, 57, '\i a line 46
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (58, 580, 58, '\i a line 47
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (59, 590, 59, '\i a line 48
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (60, 600, 60, '\i a line 49
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (61, 610, 61, '\i a line 50
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (62, 620, 62, '\i a line 51
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (63, 630, 63, '\i a line 52
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (64, 640, 64, '\i a line 53
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (65, 650, 65, '\i a line 54
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (66, 660, 66, '\i a line 55
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (67, 670, 67, '\i a line 56
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (68, 680, 68, '\i a line 57
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (69, 690, 69, '\i a line 58
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (70, 700, 70, '\i a line 59
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');
INSERT INTO shop.people OVERRIDING SYSTEM VALUE VALUES (71, 710, 71, '\i a line 60
\.
\d
copy z from stdin;
', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00');


--
-- Data for Name: staff; Type: TABLE DATA; Schema: shop; Owner: postgres
--

INSERT INTO shop.staff VALUES (1000, 1, 72, 'Ann', 'o''k', NULL, DEFAULT, '2020-02-02 02:02:02+00', 1000);


--
-- Data for Name: visits_2025; Type: TABLE DATA; Schema: shop; Owner: postgres
--

INSERT INTO shop.visits_2025 VALUES ('2025-06-01', 'a');


--
-- Data for Name: visits_rest; Type: TABLE DATA; Schema: shop; Owner: postgres
--

INSERT INTO shop.visits_rest VALUES ('1999-01-01', 'a\b');


--
-- Name: people_code_seq; Type: SEQUENCE SET; Schema: shop; Owner: shop_owner
--

SELECT pg_catalog.setval('shop.people_code_seq', 710, true);


--
-- Name: people_id_seq; Type: SEQUENCE SET; Schema: shop; Owner: shop_owner
--

SELECT pg_catalog.setval('shop.people_id_seq', 71, true);


--
-- Name: people_number_seq; Type: SEQUENCE SET; Schema: shop; Owner: shop_owner
--

SELECT pg_catalog.setval('shop.people_number_seq', 72, true);


--
-- Name: tickets; Type: SEQUENCE SET; Schema: shop; Owner: postgres
--

SELECT pg_catalog.setval('shop.tickets', 105, true);


--
-- Name: Odd "Name": {{x}} :y $1 Odd "Name": {{x}} :y $1_pkey; Type: CONSTRAINT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop."Odd ""Name"": {{x}} :y $1"
    ADD CONSTRAINT "Odd ""Name"": {{x}} :y $1_pkey" PRIMARY KEY ("Key; one");


--
-- Name: Odd "Name": {{x}} :y $1 Odd "Name": {{x}} :y $1_within_excl; Type: CONSTRAINT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop."Odd ""Name"": {{x}} :y $1"
    ADD CONSTRAINT "Odd ""Name"": {{x}} :y $1_within_excl" EXCLUDE USING gist (within WITH &&);


--
-- Name: forced forced_pkey; Type: CONSTRAINT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.forced
    ADD CONSTRAINT forced_pkey PRIMARY KEY (id);


--
-- Name: kinds kinds_pkey; Type: CONSTRAINT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop.kinds
    ADD CONSTRAINT kinds_pkey PRIMARY KEY (id);


--
-- Name: people people_number_is_unique; Type: CONSTRAINT; Schema: shop; Owner: shop_owner
--

ALTER TABLE ONLY shop.people
    ADD CONSTRAINT people_number_is_unique UNIQUE (number) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: people people_pkey; Type: CONSTRAINT; Schema: shop; Owner: shop_owner
--

ALTER TABLE ONLY shop.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);


--
-- Name: counted_once; Type: INDEX; Schema: shop; Owner: postgres
--

CREATE UNIQUE INDEX counted_once ON shop.counted USING btree (all_of_them);


--
-- Name: people_by_name; Type: INDEX; Schema: shop; Owner: shop_owner
--

CREATE INDEX people_by_name ON shop.people USING btree (lower(name) DESC NULLS LAST) WHERE (name <> 'x;y'::text);


--
-- Name: visits_by_day; Type: INDEX; Schema: shop; Owner: postgres
--

CREATE UNIQUE INDEX visits_by_day ON ONLY shop.visits USING btree (day, page) INCLUDE (page);


--
-- Name: visits_2025_day_page_page1_idx; Type: INDEX; Schema: shop; Owner: postgres
--

CREATE UNIQUE INDEX visits_2025_day_page_page1_idx ON shop.visits_2025 USING btree (day, page) INCLUDE (page);


--
-- Name: visits_rest_day_page_page1_idx; Type: INDEX; Schema: shop; Owner: postgres
--

CREATE UNIQUE INDEX visits_rest_day_page_page1_idx ON shop.visits_rest USING btree (day, page) INCLUDE (page);


--
-- Name: visits_2025_day_page_page1_idx; Type: INDEX ATTACH; Schema: shop; Owner: postgres
--

ALTER INDEX shop.visits_by_day ATTACH PARTITION shop.visits_2025_day_page_page1_idx;


--
-- Name: visits_rest_day_page_page1_idx; Type: INDEX ATTACH; Schema: shop; Owner: postgres
--

ALTER INDEX shop.visits_by_day ATTACH PARTITION shop.visits_rest_day_page_page1_idx;


--
-- Name: people_statistics; Type: STATISTICS; Schema: shop; Owner: postgres
--

CREATE STATISTICS shop.people_statistics (dependencies) ON number, name FROM shop.people;


ALTER STATISTICS shop.people_statistics OWNER TO postgres;

--
-- Name: happy people_quiet; Type: RULE; Schema: shop; Owner: postgres
--

CREATE RULE people_quiet AS
    ON DELETE TO shop.happy DO INSTEAD ( SELECT 1 AS "?column?";
 SELECT 2 AS "?column?";
);


--
-- Name: people people_noted; Type: TRIGGER; Schema: shop; Owner: shop_owner
--

CREATE TRIGGER people_noted BEFORE INSERT OR UPDATE OF name ON shop.people FOR EACH ROW WHEN ((new.name IS DISTINCT FROM 'q;'::text)) EXECUTE FUNCTION shop.noted();


--
-- Name: Odd "Name": {{x}} :y $1 Odd "Name": {{x}} :y $1_person_fkey; Type: FK CONSTRAINT; Schema: shop; Owner: postgres
--

ALTER TABLE ONLY shop."Odd ""Name"": {{x}} :y $1"
    ADD CONSTRAINT "Odd ""Name"": {{x}} :y $1_person_fkey" FOREIGN KEY (person) REFERENCES shop.people(id) ON UPDATE CASCADE ON DELETE SET NULL;


--
-- Name: people all_of_them; Type: POLICY; Schema: shop; Owner: shop_owner
--

CREATE POLICY all_of_them ON shop.people USING (true) WITH CHECK ((name IS NOT NULL));


--
-- Name: forced; Type: ROW SECURITY; Schema: shop; Owner: postgres
--

ALTER TABLE shop.forced ENABLE ROW LEVEL SECURITY;

--
-- Name: people only_named; Type: POLICY; Schema: shop; Owner: shop_owner
--

CREATE POLICY only_named ON shop.people AS RESTRICTIVE FOR SELECT USING ((name <> 'it''s; hidden'::text));


--
-- Name: people; Type: ROW SECURITY; Schema: shop; Owner: shop_owner
--

ALTER TABLE shop.people ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA shop; Type: ACL; Schema: -; Owner: postgres
--

GRANT USAGE ON SCHEMA shop TO seller;


--
-- Name: TABLE people; Type: ACL; Schema: shop; Owner: shop_owner
--

GRANT SELECT ON TABLE shop.people TO seller;


--
-- Name: TABLE happy; Type: ACL; Schema: shop; Owner: postgres
--

GRANT SELECT ON TABLE shop.happy TO seller;


--
-- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: -; Owner: shop_owner
--

ALTER DEFAULT PRIVILEGES FOR ROLE shop_owner GRANT SELECT ON TABLES  TO seller;


--
-- Name: counted; Type: MATERIALIZED VIEW DATA; Schema: shop; Owner: postgres
--

REFRESH MATERIALIZED VIEW shop.counted;


--
-- PostgreSQL database dump complete
--

\unrestrict Token

