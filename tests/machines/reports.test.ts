import { describe, expect, it } from 'vitest';
import {
  addMonths,
  boundsOf,
  daysOfMonth,
  isMonth,
  monthInWords,
  monthOf,
} from '../../machines/calendar/month.ts';
import { inDark } from '../../machines/charts/chart-in-dark.ts';
import { chartHex, isChart, outcomeHex, reportChart } from '../../machines/charts/report-chart.ts';
import { cellText } from '../../machines/report/report-cells.ts';
import {
  delayedOnTheWayLabel,
  fileNameOf,
  percentageOf,
  percentageText,
  type ReportRow,
  reportNames,
  reports,
  shownRows,
} from '../../machines/report/reports.ts';
import { blindness, cie76, distancesSeen } from '../support/colour-blind.ts';

describe('a month', () => {
  it('is its first day, in the years of the calendar', () => {
    expect(['2026-10-01', '1900-01-01', '2199-12-01'].filter(isMonth)).toHaveLength(3);
    expect(
      ['2026-13-01', '2026-02-02', '10000-01-01', '1899-12-01', '2026-1-01', ''].filter(isMonth),
    ).toEqual([]);
  });

  it('has its days, also February’s', () => {
    expect(daysOfMonth('2028-02-01').at(-1)).toBe('2028-02-29');
    expect(daysOfMonth('2026-02-01')).toHaveLength(28);
    expect([addMonths('2026-12-01', 1), addMonths('2026-01-01', -1), monthOf('2026-12-31')]).toEqual([
      '2027-01-01',
      '2025-12-01',
      '2026-12-01',
    ]);
  });

  it('begins and ends at local midnight', () => {
    expect(boundsOf('2026-12-01')).toEqual({
      from: '2026-12-01',
      until: '2027-01-01',
      begins: new Date('2026-12-01T03:00:00Z'),
      ends: new Date('2027-01-01T03:00:00Z'),
    });
    expect(monthInWords('2026-09-01')).toBe('septiembre de 2026');
  });
});

describe('the table of reports', () => {
  it('lists twelve, in the order of the menu, four of them drawn', () => {
    expect(reportNames).toHaveLength(12);
    expect(reportNames.filter(isChart)).toEqual([
      'monthly',
      'late_schedule',
      'late_finish',
      'cancellation_reasons',
    ]);
    for (const name of reportNames) {
      const headers = reports[name].columns.map(({ header }) => header);
      expect(new Set(headers).size, name).toBe(headers.length);
      expect(reports[name].file).toMatch(/^[a-z-]+$/);
    }
  });

  it('has the headers of the on-the-way report to the letter (S2 §2)', () => {
    expect(reports.on_the_way_global.title).toBe('Reporte de uso de Voy en camino por operación');
    expect(reports.on_the_way_global.columns.map(({ header }) => header)).toEqual([
      'Operación',
      'Visitas finalizadas',
      'Visitas finalizadas que estuvieron en camino',
      'Porcentaje en camino',
      'Reprogramadas por el cliente',
      'Canceladas por el cliente',
    ]);
  });

  it('divides, rounds, and says None where there is nothing to divide', () => {
    expect([percentageOf(5, 6), percentageOf(0, 3), percentageOf(3, 3), percentageOf(0, 0)]).toEqual([
      83.33,
      0,
      100,
      null,
    ]);
    expect([83.33, 100, null].map(percentageText)).toEqual(['83.33', '100', 'None']);
  });

  it('drops who finished nothing from the on-the-way reports only', () => {
    const row = {
      technicianId: 7,
      technicianName: 'Ana',
      finished: 0,
      onTheWay: 0,
      percentage: null,
      rescheduledByClient: 2,
      cancelledByClient: 1,
    };
    expect(shownRows('on_the_way', [row, { ...row, finished: 1, percentage: 0 }])).toHaveLength(1);
    expect(
      shownRows('technicians', [
        { technicianId: 7, technicianName: 'Ana', finished: 0, cancelled: 1, detached: 0 },
      ]),
    ).toHaveLength(1);
  });

  it('says Sí or No of a delayed closing only', () => {
    const row = { statusId: 17, delayedWhileOnTheWay: true } as ReportRow<'unclosed'>;
    expect(delayedOnTheWayLabel(row)).toBe('Sí');
    expect(delayedOnTheWayLabel({ ...row, delayedWhileOnTheWay: false })).toBe('No');
    expect(delayedOnTheWayLabel({ ...row, statusId: 1 })).toBe('');
  });

  it('names files by report, operations and period', () => {
    const asked = { operations: ['114'], month: '2026-10-01', timeframe: null };
    expect(fileNameOf('monthly', asked)).toBe('visitas-por-dia-114-2026-10');
    expect(fileNameOf('on_the_way', { ...asked, operations: null })).toBe(
      'voy-en-camino-por-tecnico-2026-10',
    );
    expect(fileNameOf('unclosed', { ...asked, month: null, timeframe: 'this_week' })).toBe(
      'visitas-sin-cerrar-114-esta-semana',
    );
  });

  it('writes values as es-AR reads them', () => {
    const text = <Name extends 'segments' | 'on_the_way'>(name: Name, key: string, row: ReportRow<Name>) =>
      cellText(reports[name].columns.find((column) => column.key === key) as never, row as never);
    const segment = {
      operation: '101',
      operationName: 'Azul',
      ticketToOrder: -95,
      orderToVisit: null,
      visit: 1_500,
      total: 0,
      count: 1,
    };
    expect(text('segments', 'ticketToOrder', segment)).toBe('-1 h 35 min');
    expect(text('segments', 'orderToVisit', segment)).toBe('');
    expect(text('segments', 'visit', segment)).toBe('1 d 1 h');
    const share = {
      technicianId: 7,
      technicianName: 'Ana',
      finished: 6,
      onTheWay: 5,
      rescheduledByClient: 0,
      cancelledByClient: 0,
    };
    expect(text('on_the_way', 'percentage', { ...share, percentage: 83.33 })).toBe('83,3 %');
    expect(text('on_the_way', 'percentage', { ...share, percentage: null })).toBe('');
  });
});

describe('the charts', () => {
  const about = { month: '2026-10-01', operationName: 'Azul' };

  it('are plain data', () => {
    const rows = [
      {
        reasonId: 31,
        reason: 'Responsabilidad del cliente: ausente',
        responsible: 'cliente' as const,
        amount: 3,
        percentage: 100,
      },
    ];
    const option = reportChart('cancellation_reasons', rows, about);
    expect(JSON.parse(JSON.stringify(option))).toEqual(option);
    expect(JSON.stringify(option)).toContain('"Ausente"');
    const said = (drawn: object) => JSON.stringify(drawn).includes('No hay visitas para mostrar');
    expect(said(option)).toBe(false);
    expect(said(reportChart('cancellation_reasons', [], about))).toBe(true);
    expect(said(reportChart('late_schedule', [{ day: '2026-10-01', total: 3, late: 0 }], about))).toBe(true);
  });

  it.each(Object.keys(blindness))('stay apart for eyes with %s, on light and on dark', (kind) => {
    const { finished, cancelled, rescheduled, open } = outcomeHex;
    const { blue, vermillion, yellow, grey } = chartHex;
    const palettes: Record<string, string>[] = [
      { finished, cancelled, rescheduled, open },
      { blue, vermillion, yellow, grey },
    ];
    const dark = inDark({ palettes }).palettes as typeof palettes;
    for (const palette of [...palettes, ...dark])
      expect(distancesSeen(kind, palette, cie76).filter(({ apart }) => apart < 20)).toEqual([]);
  });
});
