ALTER TABLE "order_visits" DROP CONSTRAINT "order_visits_visit_id_visits_id_fk";
