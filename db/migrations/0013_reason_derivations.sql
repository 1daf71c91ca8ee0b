ALTER TABLE "reasons" ADD COLUMN "derivation_type" smallint;--> statement-breakpoint
UPDATE "reasons" SET "derivation_type" = CASE "text" WHEN 'Derivada a Redes' THEN 1 ELSE 2 END
	WHERE "derives" AND "text" IN ('Derivada a Redes', 'Derivada a Contratista');
