CREATE TABLE "report_marks" (
	"operation" text COLLATE "C" NOT NULL,
	"month" date NOT NULL,
	"mark" integer NOT NULL,
	CONSTRAINT "report_marks_operation_month_pk" PRIMARY KEY("operation","month")
);
--> statement-breakpoint
CREATE TABLE "report_results" (
	"report" text NOT NULL,
	"operation" text COLLATE "C" NOT NULL,
	"month" date NOT NULL,
	"version" bigint NOT NULL,
	"mark" integer NOT NULL,
	"catalogue" text NOT NULL,
	"rows" json NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_results_report_operation_month_pk" PRIMARY KEY("report","operation","month")
);
--> statement-breakpoint
CREATE TABLE "report_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report" text NOT NULL,
	"operations" text[] NOT NULL,
	"month" date NOT NULL,
	"question" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"token" uuid,
	"beat_at" timestamp with time zone,
	"waited_until" timestamp with time zone NOT NULL,
	"enqueued_until" timestamp with time zone,
	"asked_by" integer,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_runs_state" CHECK ("report_runs"."state" in ('queued', 'running', 'done', 'failed', 'cancelled')),
	CONSTRAINT "report_runs_progress" CHECK ("report_runs"."progress" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "report_marks" ADD CONSTRAINT "report_marks_operation_operations_code_fk" FOREIGN KEY ("operation") REFERENCES "public"."operations"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_results" ADD CONSTRAINT "report_results_operation_operations_code_fk" FOREIGN KEY ("operation") REFERENCES "public"."operations"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_results_used" ON "report_results" USING btree ("used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_runs_live" ON "report_runs" USING btree ("question") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "report_runs_created" ON "report_runs" USING btree ("created_at");