import { z } from 'zod';
import { isMonth } from '../../../machines/calendar/month.ts';
import { countColumns, countingReports, isSubject } from '../../../machines/report/counted-visits.ts';
import { type Asks, timeframes } from '../../../machines/report/reports.ts';
import { askedOperations, pageOffset } from '../../commands/input.ts';

/** The inputs of the reports' calls and screens (S2 §3 'Report request form', §7); no record needed. */
const badMonth = 'El mes debe ser el primer día de un mes, por ejemplo 2026-10-01.';
const badOperation = 'La operación es obligatoria: un código de 3 dígitos.';
const badTimeframe = `El período debe ser ${timeframes.join(', ')}.`;

const month = z.string(badMonth).refine(isMonth, badMonth);
const subsidiary = z.string(badOperation).regex(/^[0-9]{3}$/, badOperation);
/** One code, or a list; absent: all of the asker's. */
const subsidiaries = askedOperations
  .nullish()
  .transform((codes) => (codes && codes.length > 0 ? [...new Set(codes)] : null));

const timeframe = z
  .enum(timeframes, badTimeframe)
  .nullish()
  .transform((operations) => operations ?? 'all');

export const reportInput = {
  'month and operation': z.object({ month, subsidiary }),
  'month and operations': z.object({ month, subsidiaries }),
  month: z.object({ month, subsidiary: subsidiary.nullish() }),
  timeframe: z.object({ subsidiary, timeframe }),
  operations: z.object({ subsidiaries }),
} as const satisfies Record<Asks, z.ZodType>;

const badColumn = 'La columna debe ser una de las cantidades del reporte.';
const badRow = 'La fila no es de este reporte y mes.';

/** A number of a report, whose visits are asked for: `of` is the row's key, absent for the sum of all rows. */
export const numberInput = z
  .object({
    report: z.enum(countingReports, `El reporte debe ser ${countingReports.join(', ')}.`),
    column: z.string(badColumn),
    of: z.string(badRow).nullish(),
    month,
    subsidiaries,
    offset: pageOffset,
  })
  .superRefine(({ report, column, of, month }, { addIssue }) => {
    if (!(countColumns[report] as readonly string[]).includes(column))
      addIssue({ code: 'custom', path: ['column'], message: badColumn });
    if (of != null && !isSubject(report, of, month))
      addIssue({ code: 'custom', path: ['of'], message: badRow });
  });

/** Any of these inputs as a question; absent ones are null. */
export function questionOf(input: {
  month?: string;
  subsidiary?: string | null;
  subsidiaries?: string[] | null;
  timeframe?: (typeof timeframes)[number];
}) {
  return {
    operations: input.subsidiary != null ? [input.subsidiary] : (input.subsidiaries ?? null),
    month: input.month ?? null,
    timeframe: input.timeframe ?? null,
  };
}
