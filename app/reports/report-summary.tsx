import type { Summary } from '../../machines/report/compare.ts';
import { rateText, shownText } from '../../machines/report/report-cells.ts';
import { reportsWords } from '../words/shell/reports-words.ts';
import styles from './reports.module.css';

const t = reportsWords.summary;

/** The sums of a report by day, before its chart: each with its rate, and the month before's beside it. */
export function ReportSummary({ summary }: { summary: Summary[] }) {
  if (summary.length === 0) return null;
  return (
    <dl className={styles.summary} aria-label={t.title}>
      {summary.map(({ key, header, value, rate }) => (
        <div key={key}>
          <dt>{header}</dt>
          <dd className={styles.sum}>{shownText({ kind: 'integer' }, value)}</dd>
          <dd className={styles.rate}>
            {rate && t[rate.kind](rateText(rate.now))}
            {rate?.trend && rate.before !== null && (
              <span data-trend={rate.trend}>
                {t.trend(rate.trend, rateText(rate.before) + t.unit[rate.kind])}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
