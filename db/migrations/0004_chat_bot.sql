CREATE TABLE "chat_bots" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"username" text,
	"holder" text,
	"held_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_link_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_questions" (
	"bot_id" bigint NOT NULL,
	"chat_id" text NOT NULL,
	"message_id" bigint NOT NULL,
	"visit_id" integer NOT NULL,
	"card_id" bigint,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_questions_bot_id_chat_id_message_id_pk" PRIMARY KEY("bot_id","chat_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "chat_updates" (
	"bot_id" bigint NOT NULL,
	"update_id" bigint NOT NULL,
	"chat_id" text NOT NULL,
	"body" json,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"sent" smallint DEFAULT 0 NOT NULL,
	"outcome" json,
	"done_at" timestamp with time zone,
	CONSTRAINT "chat_updates_bot_id_update_id_pk" PRIMARY KEY("bot_id","update_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "telegram_chat_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_link_codes" ADD CONSTRAINT "chat_link_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_link_codes_user" ON "chat_link_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_updates_waiting" ON "chat_updates" USING btree ("chat_id","update_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "chat_updates_received" ON "chat_updates" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "users_telegram_chat" ON "users" USING btree ("telegram_chat_id");