-- A field of telephones may have several numbers: the search knows each by its end, as a word of its digits from the last to
-- the first. Digits between which there are only blanks and signs may be one number or several: from their beginning up to
-- each group, at most 15 digits (E.164).
DO $do$
BEGIN
  EXECUTE format($f$
    CREATE FUNCTION %1$s.search_numbers(value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $body$
    DECLARE
      run text;
      part text;
      digits text;
      found text[] := '{}';
    BEGIN
      FOR run IN SELECT m[1] FROM pg_catalog.regexp_matches(value, '([0-9][0-9\s.()\u00a0\u2010-\u2015-]*)', 'g') m LOOP
        digits := '';
        FOR part IN SELECT m[1] FROM pg_catalog.regexp_matches(run, '([0-9]+)', 'g') m LOOP
          digits := digits || part;
          IF pg_catalog.length(digits) >= 4 THEN
            found := found || pg_catalog.reverse(pg_catalog.right(digits, 15));
          END IF;
        END LOOP;
      END LOOP;
      RETURN pg_catalog.array_to_tsvector(found);
    END $body$
  $f$, quote_ident(current_schema()));
  -- The number of identity (DNI) inside a tax number (CUIT, CUIL) of 11 digits, without leading zeros; null: it is none.
  EXECUTE format($f$
    CREATE FUNCTION %1$s.search_inner_document(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
      SELECT CASE WHEN pg_catalog.regexp_replace(value, '[^0-9A-Za-z]', '', 'g') ~ '^[0-9]{11}$'
        THEN pg_catalog.ltrim(pg_catalog.substr(pg_catalog.regexp_replace(value, '[^0-9]', '', 'g'), 3, 8), '0') END
    $body$
  $f$, quote_ident(current_schema()));
END $do$;--> statement-breakpoint
-- `clients_telephone` and `orders_telephone` stay for the version before, which searches by them.
CREATE INDEX clients_numbers ON clients USING gin (search_numbers(telephone)) WITH (gin_pending_list_limit = 256) WHERE telephone IS NOT NULL;--> statement-breakpoint
CREATE INDEX orders_numbers ON orders USING gin (search_numbers(telephone)) WITH (gin_pending_list_limit = 256) WHERE status_id <= 2 AND telephone <> '';--> statement-breakpoint
CREATE INDEX clients_inner_document ON clients ((search_inner_document(document) COLLATE "C")) WHERE search_inner_document(document) IS NOT NULL;--> statement-breakpoint
CREATE INDEX client_devices_mac ON client_devices ("left"(client_id, 3), (lower(regexp_replace(mac, '[^0-9A-Za-z]', '', 'g')) COLLATE "C")) WHERE mac <> '';--> statement-breakpoint
CREATE INDEX client_devices_serial ON client_devices ("left"(client_id, 3), (lower(regexp_replace(serial, '[^0-9A-Za-z]', '', 'g')) COLLATE "C")) WHERE serial <> '';
