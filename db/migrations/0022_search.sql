-- Trusted since PostgreSQL 13: the owner of the database may create them (docs/operations/deploy.md).
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "search_terms" (
	"term" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "document" text;--> statement-breakpoint
CREATE INDEX "search_terms_term" ON "search_terms" USING btree ("term");--> statement-breakpoint
CREATE INDEX "search_terms_similar" ON "search_terms" USING gin ("term" gin_trgm_ops);--> statement-breakpoint
-- unaccent() is STABLE because of its search path: with schema and dictionary named it depends on its input alone. The
-- schemas are written out, because a restore by pg_dump runs with an empty search path.
DO $do$
DECLARE
  there text := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
  here text := quote_ident(current_schema());
BEGIN
  EXECUTE format($f$
    CREATE FUNCTION %2$s.search_plain(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$
    BEGIN
      RETURN pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(%1$s.unaccent('%1$s.unaccent'::regdictionary, value) COLLATE "C"),
        '[^a-z0-9]+' COLLATE "C", ' ', 'g'));
    END $body$
  $f$, there, here);
  -- Every word after the operation's code: one probe of the index finds the words of one operation.
  EXECUTE format($f$
    CREATE FUNCTION %1$s.search_words(operation text, value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$
    DECLARE plain text := %1$s.search_plain(value);
    BEGIN
      IF plain = '' THEN RETURN ''::pg_catalog.tsvector; END IF;
      RETURN pg_catalog.array_to_tsvector(pg_catalog.string_to_array(
        operation || pg_catalog.replace(plain, ' ', ' ' || operation), ' '));
    END $body$
  $f$, here);
  -- The words of some fields of a row that the search does not know yet.
  EXECUTE format($f$
    CREATE FUNCTION %1$s.search_new_terms(record jsonb, fields text[]) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $body$
    BEGIN
      RETURN QUERY SELECT word FROM pg_catalog.regexp_split_to_table(%1$s.search_plain(
        (SELECT pg_catalog.string_agg(f.value, ' ') FROM pg_catalog.jsonb_each_text(record) f WHERE f.key = ANY (fields))), ' ') word
      WHERE word ~ '^[a-z][a-z0-9]{2,39}$' AND NOT EXISTS (SELECT FROM %1$s.search_terms t WHERE t.term = word COLLATE "C");
    END $body$
  $f$, here);
  EXECUTE format($f$
    CREATE FUNCTION %1$s.search_note_terms() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE fields text[] := TG_ARGV;
    BEGIN
      INSERT INTO %1$s.search_terms (term)
      SELECT DISTINCT word FROM written w, %1$s.search_new_terms(pg_catalog.to_jsonb(w), fields) word;
      RETURN NULL;
    END $body$
  $f$, here);
  -- A trigger of some columns cannot have a table of what was written.
  EXECUTE format($f$
    CREATE FUNCTION %1$s.search_note_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE fields text[] := TG_ARGV;
    BEGIN
      INSERT INTO %1$s.search_terms (term)
      SELECT DISTINCT word FROM %1$s.search_new_terms(pg_catalog.to_jsonb(NEW), fields) word;
      RETURN NULL;
    END $body$
  $f$, here);
END $do$;--> statement-breakpoint
CREATE TRIGGER clients_terms_inserted AFTER INSERT ON clients REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_note_terms('name', 'address', 'location');--> statement-breakpoint
CREATE TRIGGER clients_terms_updated AFTER UPDATE OF name, address, location ON clients FOR EACH ROW WHEN ((OLD.name, OLD.address, OLD.location) IS DISTINCT FROM (NEW.name, NEW.address, NEW.location)) EXECUTE FUNCTION search_note_changed_terms('name', 'address', 'location');--> statement-breakpoint
CREATE TRIGGER orders_terms_inserted AFTER INSERT ON orders REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_note_terms('address', 'location');--> statement-breakpoint
CREATE TRIGGER orders_terms_updated AFTER UPDATE OF address, location ON orders FOR EACH ROW WHEN ((OLD.address, OLD.location) IS DISTINCT FROM (NEW.address, NEW.location)) EXECUTE FUNCTION search_note_changed_terms('address', 'location');--> statement-breakpoint
CREATE TRIGGER nodes_terms_inserted AFTER INSERT ON nodes REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_note_terms('name');--> statement-breakpoint
INSERT INTO search_terms (term) SELECT DISTINCT word FROM (
  SELECT regexp_split_to_table(search_plain(name || ' ' || address || ' ' || location), ' ') AS word FROM clients
  UNION SELECT regexp_split_to_table(search_plain(address || ' ' || location), ' ') FROM orders WHERE status_id <= 2
  UNION SELECT regexp_split_to_table(search_plain(name), ' ') FROM nodes) w
WHERE word ~ '^[a-z][a-z0-9]{2,39}$';--> statement-breakpoint
CREATE INDEX clients_words ON clients USING gin (search_words(operation, name || ' ' || address || ' ' || location)) WITH (gin_pending_list_limit = 256);--> statement-breakpoint
CREATE INDEX clients_telephone ON clients ((reverse(regexp_replace(telephone, '[^0-9]', '', 'g')) COLLATE "C")) WHERE telephone IS NOT NULL;--> statement-breakpoint
CREATE INDEX clients_document ON clients ((regexp_replace(document, '[^0-9A-Za-z]', '', 'g') COLLATE "C")) WHERE document IS NOT NULL;--> statement-breakpoint
CREATE INDEX orders_words ON orders USING gin (search_words(operation, address || ' ' || location)) WITH (gin_pending_list_limit = 256) WHERE status_id <= 2;--> statement-breakpoint
CREATE INDEX orders_telephone ON orders ((reverse(regexp_replace(telephone, '[^0-9]', '', 'g')) COLLATE "C")) WHERE status_id <= 2 AND telephone <> '';--> statement-breakpoint
CREATE INDEX orders_node ON orders (node_id) WHERE status_id <= 2;
