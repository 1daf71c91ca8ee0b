import type { Copy } from '../copy.ts';
import { labors, materials, orderTypes, reasons, repairCodes } from './catalogue.ts';

/** What all operations choose from. */
export async function writeCatalogues(copy: Copy): Promise<void> {
  await copy('order_types', ['value', 'text'], orderTypes, ({ value, text }) => [value, text]);
  await copy(
    'reasons',
    [
      ...[
        'value',
        'text',
        'cancels',
        'finalizes',
        'finalizes_order',
        'derives',
        'reschedules',
        'responsible',
      ],
      'customer_step',
      'derivation_type',
      'absence',
    ],
    reasons,
    (reason) => [
      reason.value,
      reason.text,
      reason.cancels,
      reason.finalizes,
      reason.finalizesOrder,
      reason.derives,
      reason.reschedules,
      reason.responsible,
      reason.customerStep ?? null,
      reason.derivationType ?? null,
      reason.absence,
    ],
  );
  await copy(
    'items',
    ['kind', 'code', 'name'],
    [
      ...materials.map(([code, name]) => ['material', code, name]),
      ...labors.map(([code, name]) => ['labor', code, name]),
    ],
    (row) => row,
  );
  await copy('repair_codes', ['code', 'text'], repairCodes, ({ code, text }) => [code, text]);
}
