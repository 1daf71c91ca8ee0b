import { BarChart } from 'echarts/charts';
import {
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartOption } from '../../machines/report-chart.ts';

use([
  BarChart,
  GraphicComponent,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
]);

/** Draw an option into an element, as wide as it is, until the returned function is called. */
export function drawChart(element: HTMLElement, option: ChartOption): () => void {
  const chart = init(element, null, { renderer: 'svg' });
  chart.setOption(option);
  const resized = new ResizeObserver(() => chart.resize());
  resized.observe(element);
  return () => {
    resized.disconnect();
    chart.dispose();
  };
}
