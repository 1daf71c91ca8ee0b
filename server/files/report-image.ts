import { createRequire } from 'node:module';
import type { ChartOption } from '../../machines/charts/report-chart.ts';

/** The font is in its package, beside the sources or the bundle. */
const { resolve } = createRequire(import.meta.url);
const fontFiles = () =>
  ['400Regular/OpenSans_400Regular.ttf', '600SemiBold/OpenSans_600SemiBold.ttf'].map((file) =>
    resolve(`@expo-google-fonts/open-sans/${file}`),
  );

/** Device pixels per CSS pixel: sharp on dense screens and on paper. */
const density = 2;

/**
 * A chart as a PNG, without a browser: ECharts writes the SVG, resvg renders it with the bundled font, so
 * that the picture is the same on every machine.
 *
 * @param option as `machines/charts/report-chart.ts` makes it
 * @param size in CSS pixels
 */
export async function drawChart(
  option: ChartOption,
  size: { width: number; height: number },
): Promise<Buffer> {
  const { init, renderAsync } = await tools();
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  let svg: string;
  try {
    chart.setOption(option);
    svg = chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: density },
    font: { loadSystemFonts: false, fontFiles: fontFiles(), defaultFontFamily: 'Open Sans' },
  });
  return image.asPng();
}

/** Loaded with the first chart: most processes never draw one. */
function tools() {
  loaded ??= load();
  return loaded;
}
let loaded: ReturnType<typeof load> | undefined;

async function load() {
  const [core, { BarChart }, components, { SVGRenderer }, { renderAsync }] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
    import('@resvg/resvg-js'),
  ]);
  const { GridComponent, TitleComponent, LegendComponent, GraphicComponent, TooltipComponent } = components;
  core.use([
    BarChart,
    GridComponent,
    TitleComponent,
    LegendComponent,
    GraphicComponent,
    TooltipComponent,
    SVGRenderer,
  ]);
  return { init: core.init, renderAsync };
}
