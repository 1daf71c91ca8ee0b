import {
  type ChartAbout,
  type ChartName,
  chartSize,
  reportChart,
} from '../../machines/charts/report-chart.ts';
import type { ReportRow } from '../../machines/report/reports.ts';
import { drawChart } from './report-image.ts';

/** Past months do not change and the same ones are requested: an LRU cache. */
const cache = new Map<string, Promise<Buffer>>();
const most = 40;

/** A chart report's picture, PNG, cached by its rows. */
export function reportPicture<Name extends ChartName>(
  name: Name,
  rows: ReportRow<Name>[],
  about: ChartAbout,
): Promise<Buffer> {
  const option = reportChart(name, rows, about);
  const key = JSON.stringify(option);
  const picture = cache.get(key) ?? drawChart(option, chartSize(name, rows));
  cache.delete(key);
  cache.set(key, picture);
  if (cache.size > most) cache.delete(cache.keys().next().value!);
  picture.catch(() => cache.delete(key));
  return picture;
}
