import type { Month } from '../../../machines/calendar/month.ts';
import type { ReportName, ReportRow, Timeframe } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { listCancellationReasons } from './cancellation-reasons.ts';
import { listDerivedVisits } from './derived.ts';
import { listLateFinished } from './late-finished.ts';
import { listLateScheduled } from './late-scheduled.ts';
import { listMyTechnicians } from './my-technicians.ts';
import { listOnTheWayOfOperations, listOnTheWayOfTechnicians } from './on-the-way.ts';
import type { Reach } from './reach.ts';
import { listRescheduledVisits } from './rescheduled.ts';
import { listSegments } from './segments.ts';
import { listTechnicianWork } from './technicians.ts';
import { listUnclosedVisits } from './unclosed.ts';
import { listVisitsPerDay } from './visits-per-day.ts';

/** A report's inputs, as far as it uses them (`asks` in `machines/report/reports.ts`). */
export type ReportQuestion = {
  /** Null: all of the actor's. */
  operations: string[] | null;
  month: Month;
  timeframe: Timeframe;
  now: Date;
};

type Read<Name extends ReportName> = (
  db: Db,
  actor: Reach,
  question: ReportQuestion,
) => Promise<ReportRow<Name>[]>;

const reads: { [Name in ReportName]: Read<Name> } = {
  monthly: (db, actor, { operations, month }) => listVisitsPerDay(db, actor, operations, month),
  late_schedule: (db, actor, { operations, month }) => listLateScheduled(db, actor, operations, month),
  late_finish: (db, actor, { operations, month }) => listLateFinished(db, actor, operations, month),
  cancellation_reasons: (db, actor, { operations, month }) =>
    listCancellationReasons(db, actor, operations, month),
  technicians: (db, actor, { operations, month }) => listTechnicianWork(db, actor, operations, month),
  unclosed: (db, actor, { operations, timeframe, now }) =>
    listUnclosedVisits(db, actor, operations, timeframe, now),
  reschedule: (db, actor, { operations, month }) => listRescheduledVisits(db, actor, operations, month),
  monthly_derivations: (db, actor, { operations, month }) => listDerivedVisits(db, actor, operations, month),
  segments: (db, actor, { operations, month }) => listSegments(db, actor, operations, month),
  on_the_way: (db, actor, { operations, month }) => listOnTheWayOfTechnicians(db, actor, operations, month),
  on_the_way_global: (db, actor, { operations, month }) =>
    listOnTheWayOfOperations(db, actor, operations, month),
  my_techs: (db, actor, { operations }) => listMyTechnicians(db, actor, operations),
};

/** The rows of any report, within the actor's operations; the caller has checked `can_read_reports`. */
export const readReport = <Name extends ReportName>(
  db: Db,
  actor: Reach,
  name: Name,
  question: ReportQuestion,
): Promise<ReportRow<Name>[]> => reads[name](db, actor, question);
