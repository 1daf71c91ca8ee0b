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

/**
 * Draw into an element, as wide as it is, until the returned function is called.
 * @param option the option for a width in CSS pixels
 */
export function drawChart(element: HTMLElement, option: (width: number) => ChartOption): () => void {
  const chart = init(element, null, { renderer: 'svg' });
  chart.setOption(option(element.clientWidth));
  const resized = new ResizeObserver(() => {
    chart.resize();
    chart.setOption(option(element.clientWidth));
  });
  resized.observe(element);
  return () => {
    resized.disconnect();
    chart.dispose();
  };
}
