/**
 * The twelve reports (S2 §2 'Reports menu', §9): titles, inputs and columns. Screens, CSV and XLSX show these
 * columns, in this order, from the rows of `db/reads/reports`.
 */
import { statusIds } from '../visit/facts.ts';

/** S2 §3 'Report rows', by our names. A day is 'YYYY-MM-DD', an instant a Date, a duration minutes. */
export type ReportRows = {
  monthly: {
    day: string;
    total: number;
    finished: number;
    cancelled: number;
    rescheduled: number;
    /** Still open, including 'Cierre demorado'. */
    open: number;
  };
  late_schedule: { day: string; total: number; late: number };
  late_finish: {
    day: string;
    /** Finished and cancelled on this day. */
    closed: number;
    late: number;
    finishedLate: number;
    cancelledLate: number;
  };
  cancellation_reasons: {
    reasonId: number;
    reason: string;
    /** The reason's responsible party; null: not given. */
    responsible: Responsible | null;
    amount: number;
    /** Of all cancellations of the month, 0 to 100. */
    percentage: number;
  };
  technicians: {
    technicianId: number;
    technicianName: string;
    finished: number;
    cancelled: number;
    detached: number;
  };
  unclosed: {
    id: number;
    status: string;
    statusId: number;
    orderNumber: string;
    clientId: string;
    day: string;
    technicianName: string | null;
    delayedWhileOnTheWay: boolean;
  };
  reschedule: { visitId: number; createdAt: Date; rescheduledAt: Date; rescheduleCount: number };
  monthly_derivations: {
    id: number;
    orderNumber: string;
    clientId: string;
    finishedAt: Date;
    derivation: string;
  };
  segments: {
    /** Its code. */
    operation: string;
    operationName: string;
    /** Means in minutes, negative where the later thing came first; null: nothing to measure. */
    ticketToOrder: number | null;
    orderToVisit: number | null;
    visit: number | null;
    total: number | null;
    count: number;
  };
  on_the_way: { technicianId: number; technicianName: string } & OnTheWay;
  on_the_way_global: { operation: string; operationName: string } & OnTheWay;
  my_techs: MyTechnician;
};

export type Responsible = 'cliente' | 'empresa' | 'terceros';

/** S2 §3 'On the way'. */
export type OnTheWay = {
  finished: number;
  /** Of the finished ones. */
  onTheWay: number;
  /** 0 to 100, two decimals; null: none was finished. */
  percentage: number | null;
  rescheduledByClient: number;
  cancelledByClient: number;
};

/** S2 §3 'My-techs item'. */
export type MyTechnician = {
  id: number;
  fullName: string;
  username: string;
  /** The technician's operations that the asker has too. */
  operations: { code: string; name: string }[];
  /** A data URL. */
  picture: string | null;
  pendingCount: number;
  /** Oldest first, `pendingLimit` at most. */
  pending: { visitId: number; day: string; orderNumber: string; orderType: number }[];
  pendingIsOverLimit: boolean;
  activeOnAgenda: boolean;
  activeOnTelegram: boolean;
};

export type ReportName = keyof ReportRows;
export type ReportRow<Name extends ReportName = ReportName> = ReportRows[Name];

/** Pending visits shown of each technician, oldest first (S2 §9). */
export const pendingLimit = 15;

/** A technician not seen for so many days counts as inactive. */
export const activeDays = 30;

export const timeframes = ['all', 'this_week', 'all_except_this_week'] as const;
export type Timeframe = (typeof timeframes)[number];

/** How a value is shown: `percent` is 0 to 100, `minutes` a duration, `list` several texts. */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'percent'
  | 'minutes'
  | 'day'
  | 'instant'
  | 'yesNo'
  | 'number11'
  | 'list';

export type Column<Row> = {
  key: Extract<keyof Row, string>;
  header: string;
  kind: ColumnKind;
  /** A number that is a name: the visit's. */
  isName?: true;
  /** Derives the cell where it is not the value itself. */
  value?: (row: Row) => unknown;
};

/** A report's inputs (S2 §7). 'month' alone covers all the asker's operations; a call may name one. */
export type Asks = 'month and operation' | 'month and operations' | 'month' | 'timeframe' | 'operations';

export type Report<Name extends ReportName = ReportName> = {
  /** In the menu and on the screen. */
  title: string;
  /** The file name's stem. */
  file: string;
  asks: Asks;
  /** Raised when the same columns are counted differently, which invalidates kept rows. */
  version: number;
  /** Has a chart too (S2 §3). */
  chart: boolean;
  columns: Column<ReportRow<Name>>[];
};

const owners: Record<Responsible, string> = { cliente: 'Cliente', empresa: 'Empresa', terceros: 'Terceros' };
export const responsibleName = (responsible: Responsible | null): string =>
  responsible === null ? 'Sin responsable' : owners[responsible];

/** 'Sí' or 'No' for a visit whose closing is delayed; nothing for others (S2 §9). */
export const delayedOnTheWayLabel = (row: ReportRow<'unclosed'>): string =>
  row.statusId !== statusIds.delayed ? '' : row.delayedWhileOnTheWay ? 'Sí' : 'No';

const onTheWayColumns: Column<OnTheWay>[] = [
  { key: 'finished', header: 'Visitas finalizadas', kind: 'integer' },
  { key: 'onTheWay', header: 'Visitas finalizadas que estuvieron en camino', kind: 'integer' },
  { key: 'percentage', header: 'Porcentaje en camino', kind: 'percent' },
  { key: 'rescheduledByClient', header: 'Reprogramadas por el cliente', kind: 'integer' },
  { key: 'cancelledByClient', header: 'Canceladas por el cliente', kind: 'integer' },
];

/** THE table of reports, in the menu's order (S2 §9). */
export const reports: { [Name in ReportName]: Report<Name> } = {
  monthly: {
    title: 'Visitas por día del mes',
    file: 'visitas-por-dia',
    asks: 'month and operation',
    version: 1,
    chart: true,
    columns: [
      { key: 'day', header: 'Fecha', kind: 'day' },
      { key: 'total', header: 'Visitas', kind: 'integer' },
      { key: 'finished', header: 'Finalizadas', kind: 'integer' },
      { key: 'cancelled', header: 'Canceladas', kind: 'integer' },
      { key: 'rescheduled', header: 'Reprogramadas', kind: 'integer' },
      { key: 'open', header: 'Sin cerrar', kind: 'integer' },
    ],
  },
  late_schedule: {
    title: 'Visitas programadas fuera de su franja horaria',
    file: 'visitas-programadas-fuera-de-franja',
    asks: 'month and operation',
    version: 1,
    chart: true,
    columns: [
      { key: 'day', header: 'Fecha', kind: 'day' },
      { key: 'total', header: 'Visitas', kind: 'integer' },
      { key: 'late', header: 'Programadas fuera de franja', kind: 'integer' },
    ],
  },
  late_finish: {
    // The spec's: both late reports have the same title (S2 §2).
    title: 'Visitas programadas fuera de su franja horaria',
    file: 'visitas-cerradas-fuera-de-franja',
    asks: 'month and operation',
    version: 1,
    chart: true,
    columns: [
      { key: 'day', header: 'Fecha', kind: 'day' },
      { key: 'closed', header: 'Visitas cerradas', kind: 'integer' },
      { key: 'late', header: 'Cerradas fuera de franja', kind: 'integer' },
      { key: 'finishedLate', header: 'Finalizadas fuera de franja', kind: 'integer' },
      { key: 'cancelledLate', header: 'Canceladas fuera de franja', kind: 'integer' },
    ],
  },
  cancellation_reasons: {
    title: 'Motivos de cancelación',
    file: 'motivos-de-cancelacion',
    asks: 'month and operation',
    version: 2,
    chart: true,
    columns: [
      { key: 'reason', header: 'Motivo', kind: 'text' },
      {
        key: 'responsible',
        header: 'Responsable',
        kind: 'text',
        value: (row) => responsibleName(row.responsible),
      },
      { key: 'amount', header: 'Visitas', kind: 'integer' },
      { key: 'percentage', header: 'Porcentaje', kind: 'percent' },
    ],
  },
  technicians: {
    title: 'Visitas por técnico',
    file: 'visitas-por-tecnico',
    asks: 'month and operation',
    version: 2,
    chart: false,
    columns: [
      { key: 'technicianName', header: 'Técnico', kind: 'text' },
      { key: 'finished', header: 'Finalizadas', kind: 'integer' },
      { key: 'cancelled', header: 'Canceladas', kind: 'integer' },
      { key: 'detached', header: 'Desasignadas', kind: 'integer' },
    ],
  },
  unclosed: {
    title: 'Visitas sin cerrar',
    file: 'visitas-sin-cerrar',
    asks: 'timeframe',
    version: 1,
    chart: false,
    columns: [
      { key: 'id', header: 'Visita', kind: 'integer', isName: true },
      { key: 'status', header: 'Estado', kind: 'text' },
      { key: 'orderNumber', header: 'OT', kind: 'number11' },
      { key: 'clientId', header: 'Cliente', kind: 'number11' },
      { key: 'day', header: 'Fecha', kind: 'day' },
      { key: 'technicianName', header: 'Técnico', kind: 'text' },
      {
        key: 'delayedWhileOnTheWay',
        header: 'Demorada en camino',
        kind: 'text',
        value: delayedOnTheWayLabel,
      },
    ],
  },
  reschedule: {
    title: 'Visitas reprogramadas',
    file: 'visitas-reprogramadas',
    asks: 'month and operation',
    version: 1,
    chart: false,
    columns: [
      { key: 'visitId', header: 'Visita', kind: 'integer', isName: true },
      { key: 'createdAt', header: 'Creada', kind: 'instant' },
      { key: 'rescheduledAt', header: 'Reprogramada', kind: 'instant' },
      { key: 'rescheduleCount', header: 'Veces reprogramada', kind: 'integer' },
    ],
  },
  monthly_derivations: {
    title: 'Visitas derivadas',
    file: 'visitas-derivadas',
    asks: 'month and operation',
    version: 1,
    chart: false,
    columns: [
      { key: 'id', header: 'Visita', kind: 'integer', isName: true },
      { key: 'orderNumber', header: 'OT', kind: 'number11' },
      { key: 'clientId', header: 'Cliente', kind: 'number11' },
      { key: 'finishedAt', header: 'Finalizada', kind: 'instant' },
      { key: 'derivation', header: 'Derivada a', kind: 'text' },
    ],
  },
  segments: {
    title: 'Segmentos de visitas',
    file: 'segmentos',
    asks: 'month',
    version: 2,
    chart: false,
    columns: [
      { key: 'operationName', header: 'Operación', kind: 'text' },
      { key: 'ticketToOrder', header: 'T1: ticket a OT', kind: 'minutes' },
      { key: 'orderToVisit', header: 'T2: OT a visita', kind: 'minutes' },
      { key: 'visit', header: 'T3: visita', kind: 'minutes' },
      { key: 'total', header: 'Tiempo total', kind: 'minutes' },
      { key: 'count', header: 'Visitas', kind: 'integer' },
    ],
  },
  on_the_way: {
    title: 'Reporte de uso de Voy en camino por técnico',
    file: 'voy-en-camino-por-tecnico',
    asks: 'month and operations',
    version: 2,
    chart: false,
    columns: [
      { key: 'technicianName', header: 'Técnico', kind: 'text' },
      ...(onTheWayColumns as Column<ReportRow<'on_the_way'>>[]),
    ],
  },
  on_the_way_global: {
    title: 'Reporte de uso de Voy en camino por operación',
    file: 'voy-en-camino-por-operacion',
    asks: 'month and operations',
    version: 2,
    chart: false,
    columns: [
      { key: 'operationName', header: 'Operación', kind: 'text' },
      ...(onTheWayColumns as Column<ReportRow<'on_the_way_global'>>[]),
    ],
  },
  my_techs: {
    title: 'Mis técnicos',
    file: 'mis-tecnicos',
    asks: 'operations',
    version: 1,
    chart: false,
    columns: [
      { key: 'fullName', header: 'Técnico', kind: 'text' },
      { key: 'username', header: 'Usuario', kind: 'text' },
      {
        key: 'operations',
        header: 'Operaciones',
        kind: 'list',
        value: (row) => row.operations.map(({ name }) => name),
      },
      { key: 'pendingCount', header: 'Visitas pendientes', kind: 'integer' },
      { key: 'activeOnAgenda', header: 'Usa Agenda', kind: 'yesNo' },
      { key: 'activeOnTelegram', header: 'Usa el bot', kind: 'yesNo' },
    ],
  },
};

export const reportNames = Object.keys(reports) as ReportName[];

/** Reports of a month, whose rows are kept; the others are read each time. */
export type MonthlyReport = Exclude<ReportName, 'unclosed' | 'my_techs'>;
export const isMonthly = (name: ReportName): name is MonthlyReport => reports[name].asks.startsWith('month');
export const monthlyReports: MonthlyReport[] = reportNames.filter(isMonthly);

/** The shape and counting of a report's rows: kept rows of another shape are computed again. */
export const shapeOf = (name: ReportName): string =>
  [reports[name].version, ...reports[name].columns.map(({ key, kind }) => `${key}:${kind}`)].join('|');

/** A row restored from JSON, where instants are texts. */
export function reviveRow<Name extends ReportName>(name: Name, row: ReportRow<Name>): ReportRow<Name> {
  const revived: Record<string, unknown> = { ...row };
  for (const { key, kind } of reports[name].columns)
    if (kind === 'instant' && typeof revived[key] === 'string') revived[key] = new Date(revived[key]);
  return revived as ReportRow<Name>;
}

/** The rows that screens and files show: the on-the-way reports drop technicians without finished visits (S2 §5). */
export function shownRows<Name extends ReportName>(name: Name, rows: ReportRow<Name>[]): ReportRow<Name>[] {
  if (name !== 'on_the_way' && name !== 'on_the_way_global') return rows;
  return rows.filter((row) => (row as OnTheWay).finished > 0);
}

/** 0 to 100 with at most two decimals; null for a division by zero. */
export const percentageOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;

/** '83.33', 'None' (contract §3). */
export const percentageText = (percentage: number | null): string =>
  percentage === null ? 'None' : String(percentage);

const timeframeNames: Record<Timeframe, string> = {
  all: 'todas',
  this_week: 'esta-semana',
  all_except_this_week: 'anteriores-a-esta-semana',
};

/** A report's file name without extension: 'visitas-por-dia-114-2026-10'. */
export function fileNameOf(
  name: ReportName,
  question: { operations: string[] | null; month: string | null; timeframe: Timeframe | null },
): string {
  const { operations, month, timeframe } = question;
  const few = operations && operations.length <= 5 ? operations : [];
  return [
    reports[name].file,
    ...few,
    ...(month ? [month.slice(0, 7)] : []),
    ...(timeframe ? [timeframeNames[timeframe]] : []),
  ].join('-');
}
