import { z } from 'zod';
import type { ReportName } from '../../../machines/report/reports.ts';
import {
  count,
  elevenDigits,
  flag,
  id,
  instant,
  operationCode,
  pngDataUrl,
  shownDay,
  text,
} from './shapes.ts';

const minutes = z.number().nullable();

const onTheWay = {
  amount_of_visits_finished: count,
  amount_of_visits_that_were_set_on_the_way: count,
  percentage: text.meta({ description: "0 to 100 without the sign; 'None': nothing was finished." }),
  amount_rescheduled_by_client: count,
  amount_cancelled_by_client: count,
};

/** S2 §3 'Report rows', 'On the way', 'My-techs item'. */
export const reportRows = {
  monthly: z.strictObject({
    date: shownDay,
    total: count,
    finished: count,
    cancelled: count,
    rescheduled: count,
    open: count,
  }),
  late_schedule: z.strictObject({ date: shownDay, total: count, late: count }),
  late_finish: z.strictObject({
    date: shownDay,
    closed: count,
    late: count,
    finished_late: count,
    cancelled_late: count,
  }),
  cancellation_reasons: z.strictObject({
    value: id,
    reason: text,
    responsible: z.enum(['cliente', 'empresa', 'terceros']).nullable(),
    amount: count,
    percentage: z.number(),
  }),
  technicians: z.strictObject({
    tech_id: id,
    tech_name: text,
    finished: count,
    cancelled: count,
    detached: count,
  }),
  unclosed: z.strictObject({
    id,
    status: text,
    status_id: id,
    ot: elevenDigits,
    client_id: elevenDigits,
    date_dispatch: shownDay,
    tech: text.nullable(),
    delayed_while_on_the_way: flag,
  }),
  reschedule: z.strictObject({
    visit_id: id,
    date_created: instant,
    date_rescheduled: instant,
    reschedule_count: count,
  }),
  monthly_derivations: z.strictObject({
    id,
    ot_number: elevenDigits,
    client_id: elevenDigits,
    date_finished: instant,
    derivation_type_friendly: text,
  }),
  segments: z.strictObject({
    subsidiary_id: operationCode,
    subsidiary_name: text,
    tto: minutes.meta({
      description: 'Mean minutes from ticket to order; below zero where the order came first.',
    }),
    tov: minutes,
    tvp: minutes,
    ttp: minutes,
    tc: count,
  }),
  on_the_way: z.strictObject({ tech_id: id, tech_name: text, ...onTheWay }),
  on_the_way_global: z.strictObject({ subsidiary_id: operationCode, subsidiary_name: text, ...onTheWay }),
  my_techs: z.strictObject({
    full_name: text,
    boxi_username: text,
    subsidiaries: z.array(operationCode),
    subsidiaries_friendly: z.array(text),
    profile_pic: text.nullable(),
    pending_visits_count: count,
    pending_visits_data: z.array(
      z.strictObject({ visit_id: id, date_dispatch: shownDay, ot_number: elevenDigits, ot_type: id }),
    ),
    pending_visits_are_over_limit: flag,
    pending_visits_limit: count,
    active_on_agenda: flag,
    active_on_telegram: flag,
  }),
} satisfies Record<ReportName, z.ZodType>;

export const reportRow = (name: ReportName): z.ZodType => reportRows[name];

/** A chart: its picture, and the rows that it was drawn from. */
export const chartOf = (row: z.ZodType) =>
  z.array(z.strictObject({ image: pngDataUrl, rows: z.array(row) })).length(1);

/** The visits behind a number, as they stand now. */
export const visitsBehindAnswer = z.strictObject({
  total: count,
  visits: z.array(
    z.strictObject({
      id,
      status: text,
      ot_number: elevenDigits,
      client_id: elevenDigits,
      date_dispatch: shownDay,
      timestripe_friendly: text,
      tech_name: text.nullable(),
      counted_at: instant.nullable().meta({
        description: "The closing or the release that was counted; null where the visit's own day is.",
      }),
    }),
  ),
});
