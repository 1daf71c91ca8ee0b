CREATE INDEX clients_telephone_begins ON clients (operation, (regexp_replace(telephone, '[^0-9]', '', 'g') COLLATE "C")) WHERE telephone IS NOT NULL;--> statement-breakpoint
CREATE INDEX orders_telephone_begins ON orders (operation, (regexp_replace(telephone, '[^0-9]', '', 'g') COLLATE "C")) WHERE status_id <= 2 AND telephone <> '';
