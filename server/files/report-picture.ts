import {
  type ChartAbout,
  type ChartName,
  chartSize,
  reportChart,
} from '../../machines/charts/report-chart.ts';
import type { ReportRow } from '../../machines/report/reports.ts';
import { drawChart } from './report-image.ts';

/** A month that is over never changes, and people look at the same ones: so many pictures are kept. */
const kept = new Map<string, Promise<Buffer>>();
const most = 40;

/** A chart report's picture, PNG. The same rows give the same picture, which is then drawn once. */
export function reportPicture<Name extends ChartName>(
  name: Name,
  rows: ReportRow<Name>[],
  about: ChartAbout,
): Promise<Buffer> {
  const option = reportChart(name, rows, about);
  const key = JSON.stringify(option);
  const picture = kept.get(key) ?? drawChart(option, chartSize(name, rows));
  // The one just asked for goes to the end; the first is the one that nobody asked for longest.
  kept.delete(key);
  kept.set(key, picture);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
  // A picture that failed is tried again.
  picture.catch(() => kept.delete(key));
  return picture;
}
