--
-- PostgreSQL database dump
--

\restrict agWsLT3ffJImuILnAYIEkb3nUmYNWhmcIrjyKhLtXGtIznLs1LMX5v0tjunUFJx

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
-- Name: Weird "Schema; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA "Weird ""Schema";


--
-- Name: shop; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA shop;


--
-- Name: SCHEMA shop; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA shop IS 'copy shop.goods from stdin;';


--
-- Name: plain; Type: COLLATION; Schema: shop; Owner: -
--

CREATE COLLATION shop.plain (provider = libc, locale = 'C');


--
-- Name: address; Type: TYPE; Schema: shop; Owner: -
--

CREATE TYPE shop.address AS (
	street text,
	"post code" character varying(10),
	at point
);


--
-- Name: mail; Type: DOMAIN; Schema: shop; Owner: -
--

CREATE DOMAIN shop.mail AS text NOT NULL
	CONSTRAINT mail_check CHECK ((VALUE ~ '^[^@;]+@[^@]+$'::text));


--
-- Name: mood; Type: TYPE; Schema: shop; Owner: -
--

CREATE TYPE shop.mood AS ENUM (
    'sad',
    'it''s ok',
    'happy\n',
    '😀'
);


--
-- Name: positive; Type: DOMAIN; Schema: shop; Owner: -
--

CREATE DOMAIN shop.positive AS integer DEFAULT 1
	CONSTRAINT positive_check CHECK ((VALUE > 0));


--
-- Name: span; Type: TYPE; Schema: shop; Owner: -
--

CREATE TYPE shop.span AS RANGE (
    subtype = numeric,
    multirange_type_name = shop.span_multirange
);


--
-- Name: atomic(integer); Type: FUNCTION; Schema: shop; Owner: -
--

CREATE FUNCTION shop.atomic(a integer) RETURNS integer
    LANGUAGE sql
    BEGIN ATOMIC
 SELECT 1;
 SELECT (a + 1);
END;


--
-- Name: proc(integer); Type: PROCEDURE; Schema: shop; Owner: -
--

CREATE PROCEDURE shop.proc(INOUT x integer)
    LANGUAGE plpgsql
    AS $$ begin x := x + 1; end $$;


--
-- Name: quoted(text, integer[]); Type: FUNCTION; Schema: shop; Owner: -
--

CREATE FUNCTION shop.quoted(a text DEFAULT 'x;y'::text, VARIADIC b integer[] DEFAULT '{}'::integer[]) RETURNS TABLE(r text, n integer)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'shop', 'pg_temp'
    AS $_$
declare s text := $q$a 'b' ; \. $q$;
begin
  -- copy shop.t from stdin;
  /* nested /* comment */ ; */
  if a = '\' then return; end if;
  return query select s || a, cardinality(b);
end;
$_$;


--
-- Name: touch(); Type: FUNCTION; Schema: shop; Owner: -
--

CREATE FUNCTION shop.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin new.note := coalesce(new.note, '') || '!'; return new; end $$;


--
-- Name: twice(integer); Type: FUNCTION; Schema: shop; Owner: -
--

CREATE FUNCTION shop.twice(n integer) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$ select n * 2; $$;


--
-- Name: sum_twice(integer); Type: AGGREGATE; Schema: shop; Owner: -
--

CREATE AGGREGATE shop.sum_twice(integer) (
    SFUNC = int4pl,
    STYPE = integer,
    INITCOND = '0'
);


--
-- Name: ===; Type: OPERATOR; Schema: shop; Owner: -
--

CREATE OPERATOR shop.=== (
    FUNCTION = texteq,
    LEFTARG = text,
    RIGHTARG = text,
    COMMUTATOR = OPERATOR(shop.===)
);


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: Table; x; Type: TABLE; Schema: Weird "Schema; Owner: -
--

CREATE TABLE "Weird ""Schema"."Table; x" (
    "a;b" integer NOT NULL,
    "select" text,
    "é""q" text
);


--
-- Name: goods; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.goods (
    id integer NOT NULL,
    serial_no bigint NOT NULL,
    small smallint NOT NULL,
    name text DEFAULT 'it''s; \ "x"'::text NOT NULL,
    code character varying(20) COLLATE shop.plain,
    fixed character(5),
    note text,
    price numeric(12,4) DEFAULT 0.5,
    doubled numeric GENERATED ALWAYS AS ((price * (2)::numeric)) STORED,
    amount shop.positive,
    mood shop.mood DEFAULT 'sad'::shop.mood,
    address shop.address,
    email shop.mail DEFAULT 'a@b'::text,
    tags text[] DEFAULT ARRAY['a'::text, 'b'::text],
    grid integer[],
    moods shop.mood[],
    addresses shop.address[],
    j json,
    jb jsonb DEFAULT '{"a": [1, null]}'::jsonb,
    raw bytea,
    u uuid DEFAULT gen_random_uuid(),
    x xml,
    d date DEFAULT CURRENT_DATE,
    t time(3) without time zone,
    ttz time with time zone,
    ts timestamp without time zone,
    tstz timestamp(3) with time zone DEFAULT now(),
    iv interval,
    b boolean DEFAULT true,
    r real,
    dp double precision,
    o oid,
    ip inet,
    net cidr,
    mac macaddr,
    mac8 macaddr8,
    bits bit(4),
    vbits bit varying(8),
    p point,
    ln line,
    ls lseg,
    bx box,
    pa path,
    pg polygon,
    ci circle,
    i4r int4range,
    nr numrange,
    tsr tsrange,
    i4mr int4multirange,
    sp shop.span,
    tv tsvector,
    tq tsquery,
    ltxt "char",
    nm name,
    best_order integer,
    CONSTRAINT goods_price_check CHECK (((price >= (0)::numeric) AND (name <> ';'::text)))
);
ALTER TABLE ONLY shop.goods ALTER COLUMN note SET STORAGE EXTERNAL;
ALTER TABLE ONLY shop.goods ALTER COLUMN price SET STATISTICS 500;


--
-- Name: TABLE goods; Type: COMMENT; Schema: shop; Owner: -
--

COMMENT ON TABLE shop.goods IS 'Goods; the table''s comment
second line \. end';


--
-- Name: COLUMN goods.name; Type: COMMENT; Schema: shop; Owner: -
--

COMMENT ON COLUMN shop.goods.name IS 'a ''name''';


--
-- Name: CONSTRAINT goods_price_check ON goods; Type: COMMENT; Schema: shop; Owner: -
--

COMMENT ON CONSTRAINT goods_price_check ON shop.goods IS 'check';


--
-- Name: cheap; Type: VIEW; Schema: shop; Owner: -
--

CREATE VIEW shop.cheap AS
 SELECT goods.id,
    goods.name,
    goods.price,
    goods.mood
   FROM shop.goods
  WHERE (goods.price < (100)::numeric)
  WITH LOCAL CHECK OPTION;


--
-- Name: parent; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.parent (
    a integer,
    b text
);


--
-- Name: child; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.child (
    c integer
)
INHERITS (shop.parent);


--
-- Name: dep; Type: VIEW; Schema: shop; Owner: -
--

CREATE VIEW shop.dep AS
 SELECT c.id,
    count(*) AS n
   FROM shop.cheap c
  GROUP BY c.id;


--
-- Name: empty_columns; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.empty_columns (
);


--
-- Name: fast; Type: TABLE; Schema: shop; Owner: -
--

CREATE UNLOGGED TABLE shop.fast (
    a integer
)
WITH (fillfactor='70', autovacuum_enabled='false');


--
-- Name: goods_id_seq; Type: SEQUENCE; Schema: shop; Owner: -
--

ALTER TABLE shop.goods ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME shop.goods_id_seq
    START WITH 10
    INCREMENT BY 5
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: goods_serial_no_seq; Type: SEQUENCE; Schema: shop; Owner: -
--

CREATE SEQUENCE shop.goods_serial_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: goods_serial_no_seq; Type: SEQUENCE OWNED BY; Schema: shop; Owner: -
--

ALTER SEQUENCE shop.goods_serial_no_seq OWNED BY shop.goods.serial_no;


--
-- Name: goods_small_seq; Type: SEQUENCE; Schema: shop; Owner: -
--

CREATE SEQUENCE shop.goods_small_seq
    AS smallint
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: goods_small_seq; Type: SEQUENCE OWNED BY; Schema: shop; Owner: -
--

ALTER SEQUENCE shop.goods_small_seq OWNED BY shop.goods.small;


--
-- Name: loose; Type: SEQUENCE; Schema: shop; Owner: -
--

CREATE SEQUENCE shop.loose
    START WITH 100
    INCREMENT BY -5
    MINVALUE -1000
    MAXVALUE 200
    CACHE 3
    CYCLE;


--
-- Name: one_text; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.one_text (
    v text
);


--
-- Name: orders; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.orders (
    id integer NOT NULL,
    goods_id integer NOT NULL,
    at date NOT NULL
);

ALTER TABLE ONLY shop.orders REPLICA IDENTITY FULL;


--
-- Name: orders_id_seq; Type: SEQUENCE; Schema: shop; Owner: -
--

ALTER TABLE shop.orders ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME shop.orders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: owned; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.owned (
    id integer
);


--
-- Name: parted; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.parted (
    k integer NOT NULL,
    at date NOT NULL,
    v text
)
PARTITION BY RANGE (at);


--
-- Name: parted_23; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.parted_23 (
    k integer NOT NULL,
    at date NOT NULL,
    v text
);


--
-- Name: parted_24; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.parted_24 (
    k integer NOT NULL,
    at date NOT NULL,
    v text
)
PARTITION BY LIST (k);


--
-- Name: parted_24_a; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.parted_24_a (
    k integer NOT NULL,
    at date NOT NULL,
    v text
);


--
-- Name: parted_rest; Type: TABLE; Schema: shop; Owner: -
--

CREATE TABLE shop.parted_rest (
    k integer NOT NULL,
    at date NOT NULL,
    v text
);


--
-- Name: totals; Type: MATERIALIZED VIEW; Schema: shop; Owner: -
--

CREATE MATERIALIZED VIEW shop.totals AS
 SELECT goods.mood,
    sum(goods.price) AS total
   FROM shop.goods
  GROUP BY goods.mood
  WITH NO DATA;


--
-- Name: unfilled; Type: MATERIALIZED VIEW; Schema: shop; Owner: -
--

CREATE MATERIALIZED VIEW shop.unfilled AS
 SELECT 1 AS x
  WITH NO DATA;


--
-- Name: parted_23; Type: TABLE ATTACH; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted ATTACH PARTITION shop.parted_23 FOR VALUES FROM ('2023-01-01') TO ('2024-01-01');


--
-- Name: parted_24; Type: TABLE ATTACH; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted ATTACH PARTITION shop.parted_24 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');


--
-- Name: parted_24_a; Type: TABLE ATTACH; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted_24 ATTACH PARTITION shop.parted_24_a FOR VALUES IN (1, 2);


--
-- Name: parted_rest; Type: TABLE ATTACH; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted ATTACH PARTITION shop.parted_rest DEFAULT;


--
-- Name: goods serial_no; Type: DEFAULT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.goods ALTER COLUMN serial_no SET DEFAULT nextval('shop.goods_serial_no_seq'::regclass);


--
-- Name: goods small; Type: DEFAULT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.goods ALTER COLUMN small SET DEFAULT nextval('shop.goods_small_seq'::regclass);


--
-- Name: 77001; Type: BLOB; Schema: -; Owner: -
--

SELECT pg_catalog.lo_create('77001');


--
-- Data for Name: Table; x; Type: TABLE DATA; Schema: Weird "Schema; Owner: -
--

INSERT INTO "Weird ""Schema"."Table; x" VALUES
	(1, '$$', '$_$'),
	(2, '--', '/*');


--
-- Data for Name: child; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.child VALUES
	(1, 'b', 2);


--
-- Data for Name: empty_columns; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.empty_columns DEFAULT VALUES;
INSERT INTO shop.empty_columns DEFAULT VALUES;


--
-- Data for Name: fast; Type: TABLE DATA; Schema: shop; Owner: -
--



--
-- Data for Name: goods; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.goods OVERRIDING SYSTEM VALUE VALUES
	(15, 2, 2, 'plain', NULL, NULL, NULL, 0.0000, DEFAULT, NULL, NULL, NULL, 'q@r', NULL, NULL, NULL, NULL, 'null', 'null', '\x', '72525c78-377f-4022-b1a7-39fa10461563', NULL, '2026-11-27', NULL, NULL, 'infinity', '2026-11-27 02:12:19.418+00', NULL, true, '-Infinity', 1e-300, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'empty', 'empty', NULL, '{}', NULL, '', NULL, NULL, NULL, NULL),
	(20, 3, 3, '\N', 'a;b', '     ', 'v', 1.0000, DEFAULT, 1, 'it''s ok', '(,"",)', 'a''b@c', '{}', '{}', '{}', '{}', '[]', '[1.0, 100000]', NULL, '4559a83f-7502-4143-87dd-c362fd740db5', '', '2026-11-27', NULL, NULL, NULL, '2026-11-27 02:12:19.418+00', NULL, true, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO shop.goods OVERRIDING SYSTEM VALUE VALUES
	(10, 1, 1, 'tab	here
new line
carriage\back \. \N', '\.', 'ab   ', '', 1.2500, DEFAULT, 3, '😀', '("str ""x"", (y)\\","a b","(1,2)")', 'x@y', '{"","NULL",NULL,"a	b","{x}","\\."}', '{{1,2},{3,4}}', '{sad,"it''s ok"}', '{"(s,,)"}', '{"a": "\t\\ é",
 "a": 1}', '{"z": "é\\u0001"}', '\xdeadbeef00', '8aa8c81f-3640-497e-9fa7-4ef956a1e4fc', '<a b="c">;&amp;</a>', '2026-11-27', '23:59:59.999', '10:00:00+05:30', '0044-03-15 12:00:00 BC', '2026-11-27 02:12:19.418+00', '1 year 2 mons -3 days +04:05:06.000001', true, 1.1, 'NaN', 4294967295, '::1/64', '10.0.0.0/8', '08:00:2b:01:02:03', '08:00:2b:01:02:03:04:05', B'1010', B'101', '(1,2)', '{1,2,3}', '[(0,0),(1,1)]', '(1,1),(0,0)', '[(0,0),(1,1)]', '((0,0),(1,1),(2,0))', '<(0,0),1>', '[1,5)', '(,5]', '["2020-01-01 00:00:00",infinity)', '{[1,3),[5,8)}', '[1.5,2.5]', '''a'':1 ''b'':2A', '''a'' & !''b''', 'x', 'Näme', 1);


--
-- Data for Name: one_text; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.one_text VALUES
	(''),
	(NULL);
INSERT INTO shop.one_text VALUES
	('\.'),
	('\');
INSERT INTO shop.one_text VALUES
	('end'),
	('"');
INSERT INTO shop.one_text VALUES
	('copy x from stdin;'),
	('a\
b');


--
-- Data for Name: orders; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.orders VALUES
	(1, 10, '2024-01-01'),
	(2, 15, '2024-02-01');


--
-- Data for Name: owned; Type: TABLE DATA; Schema: shop; Owner: -
--



--
-- Data for Name: parent; Type: TABLE DATA; Schema: shop; Owner: -
--



--
-- Data for Name: parted_23; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.parted_23 VALUES
	(2, '2023-07-18', 'v1');


--
-- Data for Name: parted_24_a; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.parted_24_a VALUES
	(1, '2024-02-03', 'v2'),
	(2, '2024-08-21', 'v3');


--
-- Data for Name: parted_rest; Type: TABLE DATA; Schema: shop; Owner: -
--

INSERT INTO shop.parted_rest VALUES
	(1, '2022-12-30', 'v0'),
	(1, '2025-03-09', 'v4');


--
-- Name: goods_id_seq; Type: SEQUENCE SET; Schema: shop; Owner: -
--

SELECT pg_catalog.setval('shop.goods_id_seq', 20, true);


--
-- Name: goods_serial_no_seq; Type: SEQUENCE SET; Schema: shop; Owner: -
--

SELECT pg_catalog.setval('shop.goods_serial_no_seq', 3, true);


--
-- Name: goods_small_seq; Type: SEQUENCE SET; Schema: shop; Owner: -
--

SELECT pg_catalog.setval('shop.goods_small_seq', 3, true);


--
-- Name: loose; Type: SEQUENCE SET; Schema: shop; Owner: -
--

SELECT pg_catalog.setval('shop.loose', 90, true);


--
-- Name: orders_id_seq; Type: SEQUENCE SET; Schema: shop; Owner: -
--

SELECT pg_catalog.setval('shop.orders_id_seq', 2, true);


--
-- Data for Name: BLOBS; Type: BLOBS; Schema: -; Owner: -
--

BEGIN;

SELECT pg_catalog.lo_open('77001', 131072);
SELECT pg_catalog.lowrite(0, '\x68656c6c6f');
SELECT pg_catalog.lo_close(0);

COMMIT;

--
-- Name: Table; x Table; x_pkey; Type: CONSTRAINT; Schema: Weird "Schema; Owner: -
--

ALTER TABLE ONLY "Weird ""Schema"."Table; x"
    ADD CONSTRAINT "Table; x_pkey" PRIMARY KEY ("a;b");


--
-- Name: goods goods_code_key; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.goods
    ADD CONSTRAINT goods_code_key UNIQUE (code) DEFERRABLE INITIALLY DEFERRED;


--
-- Name: goods goods_i4r_excl; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.goods
    ADD CONSTRAINT goods_i4r_excl EXCLUDE USING gist (i4r WITH &&);


--
-- Name: goods goods_pkey; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.goods
    ADD CONSTRAINT goods_pkey PRIMARY KEY (id);


--
-- Name: orders orders_pkey; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);


--
-- Name: parted parted_pkey; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted
    ADD CONSTRAINT parted_pkey PRIMARY KEY (k, at);


--
-- Name: parted_23 parted_23_pkey; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted_23
    ADD CONSTRAINT parted_23_pkey PRIMARY KEY (k, at);


--
-- Name: parted_24 parted_24_pkey; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted_24
    ADD CONSTRAINT parted_24_pkey PRIMARY KEY (k, at);


--
-- Name: parted_24_a parted_24_a_pkey; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted_24_a
    ADD CONSTRAINT parted_24_a_pkey PRIMARY KEY (k, at);


--
-- Name: parted_rest parted_rest_pkey; Type: CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.parted_rest
    ADD CONSTRAINT parted_rest_pkey PRIMARY KEY (k, at);


--
-- Name: goods_expr; Type: INDEX; Schema: shop; Owner: -
--

CREATE UNIQUE INDEX goods_expr ON shop.goods USING btree (((name || ';'::text)), code);


--
-- Name: goods_gin; Type: INDEX; Schema: shop; Owner: -
--

CREATE INDEX goods_gin ON shop.goods USING gin (jb jsonb_path_ops);


--
-- Name: goods_lower; Type: INDEX; Schema: shop; Owner: -
--

CREATE INDEX goods_lower ON shop.goods USING btree (lower(name) DESC NULLS LAST) INCLUDE (price) WHERE (price > (0)::numeric);


--
-- Name: parted_v; Type: INDEX; Schema: shop; Owner: -
--

CREATE INDEX parted_v ON ONLY shop.parted USING btree (v);


--
-- Name: parted_23_v_idx; Type: INDEX; Schema: shop; Owner: -
--

CREATE INDEX parted_23_v_idx ON shop.parted_23 USING btree (v);


--
-- Name: parted_24_v_idx; Type: INDEX; Schema: shop; Owner: -
--

CREATE INDEX parted_24_v_idx ON ONLY shop.parted_24 USING btree (v);


--
-- Name: parted_24_a_v_idx; Type: INDEX; Schema: shop; Owner: -
--

CREATE INDEX parted_24_a_v_idx ON shop.parted_24_a USING btree (v);


--
-- Name: parted_rest_v_idx; Type: INDEX; Schema: shop; Owner: -
--

CREATE INDEX parted_rest_v_idx ON shop.parted_rest USING btree (v);


--
-- Name: totals_mood; Type: INDEX; Schema: shop; Owner: -
--

CREATE UNIQUE INDEX totals_mood ON shop.totals USING btree (mood);


--
-- Name: parted_23_pkey; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_pkey ATTACH PARTITION shop.parted_23_pkey;


--
-- Name: parted_23_v_idx; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_v ATTACH PARTITION shop.parted_23_v_idx;


--
-- Name: parted_24_a_pkey; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_24_pkey ATTACH PARTITION shop.parted_24_a_pkey;


--
-- Name: parted_24_a_v_idx; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_24_v_idx ATTACH PARTITION shop.parted_24_a_v_idx;


--
-- Name: parted_24_pkey; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_pkey ATTACH PARTITION shop.parted_24_pkey;


--
-- Name: parted_24_v_idx; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_v ATTACH PARTITION shop.parted_24_v_idx;


--
-- Name: parted_rest_pkey; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_pkey ATTACH PARTITION shop.parted_rest_pkey;


--
-- Name: parted_rest_v_idx; Type: INDEX ATTACH; Schema: shop; Owner: -
--

ALTER INDEX shop.parted_v ATTACH PARTITION shop.parted_rest_v_idx;


--
-- Name: goods_stats; Type: STATISTICS; Schema: shop; Owner: -
--

CREATE STATISTICS shop.goods_stats (dependencies) ON name, code FROM shop.goods;


--
-- Name: one_text no_delete; Type: RULE; Schema: shop; Owner: -
--

CREATE RULE no_delete AS
    ON DELETE TO shop.one_text DO INSTEAD NOTHING;


--
-- Name: goods touched; Type: TRIGGER; Schema: shop; Owner: -
--

CREATE TRIGGER touched BEFORE INSERT OR UPDATE OF note ON shop.goods FOR EACH ROW WHEN ((new.note IS NOT NULL)) EXECUTE FUNCTION shop.touch();

ALTER TABLE shop.goods DISABLE TRIGGER touched;


--
-- Name: goods goods_best_order_fkey; Type: FK CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.goods
    ADD CONSTRAINT goods_best_order_fkey FOREIGN KEY (best_order) REFERENCES shop.orders(id);


--
-- Name: orders orders_goods_id_fkey; Type: FK CONSTRAINT; Schema: shop; Owner: -
--

ALTER TABLE ONLY shop.orders
    ADD CONSTRAINT orders_goods_id_fkey FOREIGN KEY (goods_id) REFERENCES shop.goods(id) ON UPDATE SET NULL ON DELETE CASCADE DEFERRABLE;


--
-- Name: goods; Type: ROW SECURITY; Schema: shop; Owner: -
--

ALTER TABLE shop.goods ENABLE ROW LEVEL SECURITY;

--
-- Name: goods readers; Type: POLICY; Schema: shop; Owner: -
--

CREATE POLICY readers ON shop.goods FOR SELECT USING (((mood <> 'sad'::shop.mood) OR (name = 'x;y'::text)));


--
-- Name: goods writers; Type: POLICY; Schema: shop; Owner: -
--

CREATE POLICY writers ON shop.goods AS RESTRICTIVE FOR UPDATE TO shop_reader USING (true) WITH CHECK ((price > (0)::numeric));


--
-- Name: pub; Type: PUBLICATION; Schema: -; Owner: -
--

CREATE PUBLICATION pub WITH (publish = 'insert, update, delete, truncate');


--
-- Name: pub orders; Type: PUBLICATION TABLE; Schema: shop; Owner: -
--

ALTER PUBLICATION pub ADD TABLE ONLY shop.orders;


--
-- Name: totals; Type: MATERIALIZED VIEW DATA; Schema: shop; Owner: -
--

REFRESH MATERIALIZED VIEW shop.totals;


--
-- PostgreSQL database dump complete
--

\unrestrict agWsLT3ffJImuILnAYIEkb3nUmYNWhmcIrjyKhLtXGtIznLs1LMX5v0tjunUFJx

