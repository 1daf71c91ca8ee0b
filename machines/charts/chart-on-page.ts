import { type ChartName, type ChartOption, chartSize } from './report-chart.ts';

/** Below this width a phone's layout. */
const narrow = 640;

/** In CSS pixels: columns leave the rows below in sight, a list of reasons is as long as they are. */
export const heightOnPage = (name: ChartName, rows: readonly unknown[]): number =>
  name === 'cancellation_reasons' ? chartSize(name, rows).height : 300;

/**
 * A report's chart for a page of this width, in CSS pixels: without title, in the page's font, on a phone
 * with every other label.
 */
export function onPage(name: ChartName, option: ChartOption, width: number, fontFamily: string): ChartOption {
  const { title: _, ...rest } = option;
  const small = width < narrow;
  const reasons = name === 'cancellation_reasons';
  const x = rest.xAxis as { axisLabel: object };
  const y = rest.yAxis as { axisLabel: object };
  return {
    ...rest,
    textStyle: { ...(rest.textStyle as object), fontFamily },
    legend: { ...(rest.legend as object), left: 12, right: 12, top: 10, itemGap: small ? 10 : 18 },
    grid: reasons
      ? { left: small ? 138 : 330, right: 40, top: 56, bottom: 32 }
      : { left: small ? 38 : 52, right: small ? 10 : 20, top: small ? 96 : 68, bottom: 48 },
    xAxis: reasons ? x : { ...x, axisLabel: { ...x.axisLabel, ...(small ? { interval: 'auto' } : {}) } },
    yAxis: reasons && small ? { ...y, axisLabel: { ...y.axisLabel, width: 124 } } : y,
  };
}
