import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { inDark } from '../../machines/charts/chart-in-dark.ts';
import { heightOnPage, onPage } from '../../machines/charts/chart-on-page.ts';
import { type ChartName, reportChart } from '../../machines/charts/report-chart.ts';
import { type ReportRow, reports } from '../../machines/report/reports.ts';
import { reportsWords } from '../words/shell/reports-words.ts';
import styles from './reports.module.css';

type Props = { name: ChartName; rows: ReportRow<ChartName>[]; month: string; operationName: string };

/** Drawn from the same option as the API's picture, interactive. A table below has its data for screen readers. */
export function ReportChart({ name, rows, month, operationName }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { colorScheme } = useMantineColorScheme();
  const height = heightOnPage(name, rows);
  useEffect(() => {
    const element = place.current!;
    let gone = false;
    let stop = () => {};
    // The library is large: it comes when a chart is on the screen.
    import('./draw-chart.ts').then(({ drawChart }) => {
      if (gone) return;
      const dark =
        colorScheme === 'dark' ||
        (colorScheme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
      const option = reportChart(name, rows as never, { month, operationName });
      const { fontFamily } = getComputedStyle(element);
      // Paper is white whatever the screen is.
      stop = drawChart(element, (width, onPaper) =>
        onPage(name, dark && !onPaper ? inDark(option) : option, width, fontFamily),
      );
    });
    return () => {
      gone = true;
      stop();
    };
  }, [name, rows, month, operationName, colorScheme]);
  return (
    <div
      ref={place}
      role="img"
      aria-label={reportsWords.chart(reports[name].title)}
      className={styles.chart}
      style={{ height }}
    />
  );
}
