-- Who has a customer's link can answer in the customer's name: messages that were sent keep it no more.
UPDATE "notices" SET "text" = regexp_replace("text", 'https?://[^[:space:]]*/visit/external/view/[A-Za-z0-9_-]{20,}', '…/visit/external/view/…', 'g')
	WHERE "text" LIKE '%/visit/external/view/%';--> statement-breakpoint
DELETE FROM "idempotency_keys" WHERE "answer"::text LIKE '%/visit/external/view/%';
