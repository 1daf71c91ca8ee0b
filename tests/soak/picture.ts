import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { chartHex } from '../../machines/charts/report-chart.ts';
import type { Sample } from './samples.ts';

use([LineChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

const width = 960;
const rowHeight = 230;
const colours = [chartHex.blue, chartHex.vermillion, chartHex.yellow, chartHex.grey];

type Panel = { title: string; lines: { name: string; of: (sample: Sample) => number | null | undefined }[] };

/** The samples as an SVG of four panels over the minutes, on white, so that it reads in both schemes. */
export function drawSoak(samples: Sample[]): string {
  const names = Object.keys(samples[0]!.processes);
  const panels: Panel[] = [
    {
      title: 'Memory, MB',
      lines: names.map((name) => ({ name, of: ({ processes }) => processes[name]?.memory })),
    },
    {
      title: 'Open files and sockets',
      lines: names.map((name) => ({ name, of: ({ processes }) => processes[name]?.handles })),
    },
    {
      title: 'Answers, ms',
      lines: [
        { name: 'command p50', of: ({ commands }) => commands.p50 },
        { name: 'command p95', of: ({ commands }) => commands.p95 },
        { name: 'read p50', of: ({ reads }) => reads.p50 },
        { name: 'read p95', of: ({ reads }) => reads.p95 },
      ],
    },
    {
      title: 'From the POST to the last board of the operation, ms',
      lines: [
        { name: 'p50', of: ({ boards }) => boards.p50 },
        { name: 'p95', of: ({ boards }) => boards.p95 },
      ],
    },
  ];
  const height = rowHeight * panels.length;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  const top = (index: number) => index * rowHeight;
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'Open Sans, sans-serif' },
    title: panels.map(({ title }, index) => ({
      text: title,
      left: 12,
      top: top(index) + 8,
      textStyle: { fontSize: 14 },
    })),
    // One legend a panel: each names only its own lines.
    legend: panels.map(({ title, lines }, index) => ({
      top: top(index) + 8,
      right: 16,
      icon: 'roundRect',
      data: lines.map(({ name }) => `${title} ${name}`),
      formatter: (text: string) => text.slice(title.length + 1),
    })),
    grid: panels.map((_, index) => ({ left: 56, right: 24, top: top(index) + 42, height: rowHeight - 84 })),
    xAxis: panels.map((_, index) => ({
      gridIndex: index,
      type: 'value',
      min: 0,
      max: Math.ceil(samples.at(-1)!.minute),
      name: index === panels.length - 1 ? 'minutes' : '',
      nameLocation: 'middle',
      nameGap: 24,
    })),
    yAxis: panels.map((_, index) => ({ gridIndex: index, type: 'value', min: 0 })),
    series: panels.flatMap(({ title, lines }, index) =>
      lines.map(({ name, of }, at) => ({
        type: 'line',
        name: `${title} ${name}`,
        xAxisIndex: index,
        yAxisIndex: index,
        symbol: 'none',
        color: colours[at],
        lineStyle: { width: 1.5 },
        data: samples.map((sample) => [sample.minute, of(sample) ?? null]),
      })),
    ),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}
