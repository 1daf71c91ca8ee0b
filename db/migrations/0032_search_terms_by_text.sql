-- What a statement wrote is looked through once for each different text: orders have the addresses of their clients, and
-- 50,000 of them took 5 s to load for a few new words. Only the fields are read, not the whole row as JSON.
DO $do$
DECLARE here text := quote_ident(current_schema());
BEGIN
  -- The words of a text that the search does not know yet.
  EXECUTE format($f$
    CREATE FUNCTION %1$s.search_new_words(value text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $body$
    BEGIN
      RETURN QUERY SELECT word FROM pg_catalog.regexp_split_to_table(%1$s.search_plain(value), ' ') word
      WHERE word ~ '^[a-z][a-z0-9]{2,39}$' AND NOT EXISTS (SELECT FROM %1$s.search_terms t WHERE t.term = word COLLATE "C");
    END $body$
  $f$, here);
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION %1$s.search_new_terms(record jsonb, fields text[]) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $body$
    BEGIN
      RETURN QUERY SELECT word FROM %1$s.search_new_words(
        (SELECT pg_catalog.string_agg(f.value, ' ') FROM pg_catalog.jsonb_each_text(record) f WHERE f.key = ANY (fields))) word;
    END $body$
  $f$, here);
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION %1$s.search_note_terms() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE fields text := (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(field), ', ') FROM pg_catalog.unnest(TG_ARGV) field);
    BEGIN
      EXECUTE 'INSERT INTO %1$s.search_terms (term) SELECT DISTINCT word FROM (SELECT DISTINCT pg_catalog.concat_ws('' '', '
        || fields || ') AS text FROM written) w, %1$s.search_new_words(w.text) word';
      RETURN NULL;
    END $body$
  $f$, here);
END $do$;
