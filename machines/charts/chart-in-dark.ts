import type { StatusTone } from '../visit/labels.ts';
import { statusHex, statusHexDark } from '../words/labels.ts';
import { type ChartOption, outcomeHex } from './report-chart.ts';

/** The colours of a chart on light, and their counterparts on dark; states have their own dark colours. */
const dark = new Map<string, string>([
  ['#ffffff', '#232b35'],
  ['#1d2430', '#e5e8ea'],
  ['#4a5260', '#b6c0cc'],
  ['#e3e6eb', '#3a4552'],
  ['#0072b2', '#4fa8e0'],
  [outcomeHex.cancelled, '#b9c6d4'],
  [outcomeHex.open, '#5d6875'],
  ...(Object.keys(statusHex) as StatusTone[]).map(
    (tone) => [statusHex[tone], statusHexDark[tone]] as [string, string],
  ),
]);

export function inDark(option: ChartOption): ChartOption {
  const turn = (value: unknown): unknown => {
    if (typeof value === 'string') return dark.get(value) ?? value;
    if (Array.isArray(value)) return value.map(turn);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, turn(inner)]));
  };
  return turn(option) as ChartOption;
}
