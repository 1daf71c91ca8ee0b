import { type Month, monthInWords } from '../calendar/month.ts';
import {
  type ReportName,
  type ReportRow,
  type Responsible,
  reports,
  responsibleName,
} from '../report/reports.ts';
import { statusHex } from '../words/labels.ts';

/** An ECharts option as plain data: JSON without functions, so that browser and image renderer draw the same. */
export type ChartOption = { [more: string]: unknown };

export type ChartName = 'monthly' | 'late_schedule' | 'late_finish' | 'cancellation_reasons';
export const isChart = (name: ReportName): name is ChartName => reports[name].chart;

/** A chart's second line. */
export type ChartAbout = { month: Month; operationName: string };

/** Okabe and Ito's palette, for colour-blind readers; a legend names each colour, and white separates neighbours. */
export const chartHex = {
  blue: '#0072b2',
  vermillion: '#d55e00',
  yellow: '#f0c000',
  grey: '#868c9c',
} as const;

/**
 * What became of a day's visits, as areas: lighter than on the boards where those are small marks, since black columns
 * (white ones in the dark) would be the heaviest of the chart.
 */
export const outcomeHex = {
  finished: statusHex.finished,
  cancelled: '#75879b',
  rescheduled: statusHex.rescheduled,
  open: '#d3d8de',
} as const;

const responsibles: [Responsible | null, string][] = [
  ['cliente', chartHex.blue],
  ['empresa', chartHex.vermillion],
  ['terceros', chartHex.yellow],
  [null, chartHex.grey],
];

type Series = { name: string; color: string; data: (number | null)[] };

const drawers: { [Name in ChartName]: (rows: ReportRow<Name>[]) => ChartOption } = {
  monthly: (rows) =>
    perDay(rows, [
      { name: 'Finalizadas', color: outcomeHex.finished, data: rows.map((row) => row.finished) },
      { name: 'Canceladas', color: outcomeHex.cancelled, data: rows.map((row) => row.cancelled) },
      { name: 'Reprogramadas', color: outcomeHex.rescheduled, data: rows.map((row) => row.rescheduled) },
      { name: 'Sin cerrar', color: outcomeHex.open, data: rows.map((row) => row.open) },
    ]),
  late_schedule: (rows) =>
    perDay(rows, [
      { name: 'Programadas fuera de franja', color: chartHex.vermillion, data: rows.map((row) => row.late) },
    ]),
  late_finish: (rows) =>
    perDay(rows, [
      {
        name: 'Finalizadas fuera de franja',
        color: chartHex.vermillion,
        data: rows.map((row) => row.finishedLate),
      },
      {
        name: 'Canceladas fuera de franja',
        color: chartHex.blue,
        data: rows.map((row) => row.cancelledLate),
      },
    ]),
  cancellation_reasons: reasonBars,
};

/** A report's chart. @param rows as `db/reads/reports` answers them */
export function reportChart<Name extends ChartName>(
  name: Name,
  rows: ReportRow<Name>[],
  { month, operationName }: ChartAbout,
): ChartOption {
  const drawn = drawers[name](rows);
  return {
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'Open Sans', fontSize: 12, color: '#1d2430' },
    title: {
      text: reports[name].title,
      subtext: `${operationName}, ${monthInWords(month)}`,
      left: 16,
      top: 12,
      textStyle: { fontSize: 18, fontWeight: 600, color: '#1d2430' },
      subtextStyle: { fontSize: 13, color: '#4a5260' },
    },
    legend: {
      right: 16,
      top: 18,
      itemWidth: 14,
      itemHeight: 14,
      itemGap: 18,
      icon: 'rect',
      textStyle: { color: '#1d2430' },
    },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    ...(showsNothing(drawn) ? empty : {}),
    ...drawn,
  };
}

const axisLine = { lineStyle: { color: '#868c9c' } };
const counting = {
  type: 'value',
  minInterval: 1,
  axisLabel: { color: '#1d2430' },
  splitLine: { lineStyle: { color: '#e3e6eb' } },
};

const bar = ({ name, color, data }: Series) => ({
  type: 'bar',
  stack: 'all',
  name,
  data,
  itemStyle: { color, borderColor: '#ffffff', borderWidth: 1 },
});

/** One column a day, under its number: the month stands above. */
function perDay(rows: { day: string }[], series: Series[]): ChartOption {
  return {
    grid: { left: 56, right: 24, top: 108, bottom: 56 },
    xAxis: {
      type: 'category',
      data: rows.map(({ day }) => String(Number(day.slice(8)))),
      axisLabel: { color: '#1d2430', interval: 0 },
      axisTick: { alignWithLabel: true },
      axisLine,
    },
    yAxis: {
      ...counting,
      name: 'Visitas',
      nameTextStyle: { color: '#1d2430', align: 'right', padding: [0, 8, 0, 0] },
    },
    series: series.map(bar),
  };
}

/** One bar a reason, the most frequent on top, in the colour of who is responsible, labelled with its number. */
function reasonBars(rows: ReportRow<'cancellation_reasons'>[]): ChartOption {
  const shown = responsibles.filter(([responsible]) => rows.some((row) => row.responsible === responsible));
  return {
    grid: { left: 330, right: 56, top: 84, bottom: 40 },
    xAxis: counting,
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ reason }) => shortReason(reason)),
      axisLabel: { color: '#1d2430', width: 300, overflow: 'truncate', interval: 0 },
      axisTick: { show: false },
      axisLine: { show: false },
    },
    series: shown.map(([responsible, color]) => ({
      ...bar({
        name: responsibleName(responsible),
        color,
        data: rows.map((row) => (row.responsible === responsible ? row.amount : null)),
      }),
      label: { show: true, position: 'right', color: '#1d2430' },
    })),
  };
}

/** Drops what the legend says already: 'Responsabilidad del cliente: ausente' is 'Ausente'. */
function shortReason(reason: string): string {
  const short = reason.replace(/^Responsabilidad de(l| la|) (cliente|empresa|terceros): /, '');
  return short.charAt(0).toUpperCase() + short.slice(1);
}

/** An empty chart looks as if it failed to load. */
const showsNothing = ({ series }: ChartOption): boolean =>
  (series as Series[]).every(({ data }) => data.every((value) => !value));

const empty = {
  graphic: {
    type: 'text',
    left: 'center',
    top: 'middle',
    style: {
      text: 'No hay visitas para mostrar en el período elegido.',
      fontSize: 16,
      fontFamily: 'Open Sans',
      fill: '#4a5260',
    },
  },
};

/** A chart's size in CSS pixels: a list of reasons grows with them. */
export const chartSize = (name: ChartName, rows: readonly unknown[]): { width: number; height: number } => ({
  width: 1000,
  height: name === 'cancellation_reasons' ? Math.max(320, 140 + rows.length * 30) : 480,
});
