-- One folding for the record and the question (machines/search/fold.ts): signs of ordinals, abbreviations as the word that
-- they stand for, and letters as Unicode takes them apart, where the dictionary of `unaccent` did otherwise. The version
-- before does not find what it asks for by an abbreviation until it is replaced; everything else it finds as before.
DO $do$
BEGIN
  EXECUTE format($f$
    CREATE OR REPLACE FUNCTION %1$s.search_plain(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $body$
    DECLARE plain text COLLATE "C" := value;
    BEGIN
      IF plain ~ '[^\x01-\x7f]' THEN
        plain := pg_catalog.regexp_replace(plain, '\.([\u00ba\u00aa\u00b0\u02da])', '\1', 'g');
        plain := pg_catalog.regexp_replace(plain, '([0-9])[\u00ba\u00aa\u00b0\u02da]', '\1 ', 'g');
        plain := pg_catalog.normalize(pg_catalog.translate(plain, '°˚', 'oo'), 'NFKD');
        plain := pg_catalog.regexp_replace(plain, '[\u0300-\u036f]', '', 'g');
        plain := pg_catalog.translate(plain, 'ØøĐđÐðŁłĦħŦŧıŊŋ', 'OoDdDdLlHhTtiNn');
        plain := pg_catalog.replace(pg_catalog.replace(plain, 'ß', 'ss'), 'ẞ', 'ss');
        plain := pg_catalog.replace(pg_catalog.replace(plain, 'Æ', 'ae'), 'æ', 'ae');
        plain := pg_catalog.replace(pg_catalog.replace(plain, 'Œ', 'oe'), 'œ', 'oe');
        plain := pg_catalog.replace(pg_catalog.replace(plain, 'Þ', 'th'), 'þ', 'th');
      END IF;
      plain := pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.lower(plain), '[^a-z0-9]+', ' ', 'g'));
      IF plain ~ '\m[0-9]+(o|er|ero|era|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na)\M' THEN
        plain := pg_catalog.regexp_replace(plain, '\m([0-9]+)(o|er|ero|era|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na)\M', '\1', 'g');
      END IF;
      IF plain ~ '\m(alte|av|avd|avda|bo|bv|bvd|bvar|blvd|blvar|bulevar|brig|cmte|cdte|comte|cnel|crnel|dto|dpto|depto|dep|dept|dr|dra|edif|esq|fco|gral|grl|gdor|gob|hnos|ing|km|lt|lte|mz|mza|mzna|ma|mons|ntra|no|nro|num|pje|psje|pte|pdte|pres|prof|sta|sto|sgto|sr|sra|tte)\M' THEN
        RETURN (SELECT pg_catalog.string_agg(coalesce('{
          "alte": "almirante",
          "av": "avenida", "avd": "avenida", "avda": "avenida",
          "bo": "barrio",
          "bv": "boulevard", "bvd": "boulevard", "bvar": "boulevard", "blvd": "boulevard", "blvar": "boulevard", "bulevar": "boulevard",
          "brig": "brigadier",
          "cmte": "comandante", "cdte": "comandante", "comte": "comandante",
          "cnel": "coronel", "crnel": "coronel",
          "dto": "departamento", "dpto": "departamento", "depto": "departamento", "dep": "departamento", "dept": "departamento",
          "dr": "doctor",
          "dra": "doctora",
          "edif": "edificio",
          "esq": "esquina",
          "fco": "francisco",
          "gral": "general", "grl": "general",
          "gdor": "gobernador", "gob": "gobernador",
          "hnos": "hermanos",
          "ing": "ingeniero",
          "km": "kilometro",
          "lt": "lote", "lte": "lote",
          "mz": "manzana", "mza": "manzana", "mzna": "manzana",
          "ma": "maria",
          "mons": "monsenor",
          "ntra": "nuestra",
          "no": "numero", "nro": "numero", "num": "numero",
          "pje": "pasaje", "psje": "pasaje",
          "pte": "presidente", "pdte": "presidente", "pres": "presidente",
          "prof": "profesor",
          "sta": "santa",
          "sto": "santo",
          "sgto": "sargento",
          "sr": "senor",
          "sra": "senora",
          "tte": "teniente"
          }'::jsonb ->> word, word), ' ' ORDER BY place)
          FROM pg_catalog.unnest(pg_catalog.string_to_array(plain, ' ')) WITH ORDINALITY w (word, place));
      END IF;
      RETURN plain;
    END $body$
  $f$, quote_ident(current_schema()));
END $do$;--> statement-breakpoint
REINDEX INDEX clients_words;--> statement-breakpoint
REINDEX INDEX orders_words;--> statement-breakpoint
DELETE FROM search_terms WHERE term = ANY ('{alte,avd,avda,bvd,bvar,blvd,blvar,bulevar,brig,cmte,cdte,comte,cnel,crnel,dto,dpto,depto,dep,dept,dra,edif,esq,fco,gral,grl,gdor,gob,hnos,ing,lte,mza,mzna,mons,ntra,nro,num,pje,psje,pte,pdte,pres,prof,sta,sto,sgto,sra,tte}');--> statement-breakpoint
INSERT INTO search_terms (term)
SELECT word FROM unnest('{almirante,avenida,barrio,boulevard,brigadier,comandante,coronel,departamento,doctor,doctora,edificio,esquina,francisco,general,gobernador,hermanos,ingeniero,kilometro,lote,manzana,maria,monsenor,nuestra,numero,pasaje,presidente,profesor,santa,santo,sargento,senor,senora,teniente}'::text[]) word
WHERE NOT EXISTS (SELECT FROM search_terms t WHERE t.term = word COLLATE "C");
