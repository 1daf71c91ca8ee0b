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
import type { ChartOption } from '../../machines/charts/report-chart.ts';

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
 * Draw into an element, as wide as it is and again for paper, until the returned function is called.
 * @param option the option for a width in CSS pixels, on a screen or on paper
 */
export function drawChart(
  element: HTMLElement,
  option: (width: number, onPaper: boolean) => ChartOption,
): () => void {
  const chart = init(element, null, { renderer: 'svg' });
  const paper = window.matchMedia('print');
  const paint = () => {
    chart.resize();
    chart.setOption(option(element.clientWidth, paper.matches));
  };
  paint();
  const resized = new ResizeObserver(paint);
  resized.observe(element);
  paper.addEventListener('change', paint);
  return () => {
    resized.disconnect();
    paper.removeEventListener('change', paint);
    chart.dispose();
  };
}
