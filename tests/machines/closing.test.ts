import { expect, it } from 'vitest';
import { derivationOf, missingEvidence } from '../../machines/visit/closing.ts';

const reason = {
  ...{ cancels: false, derives: false, finalizes: true, finalizesOrder: false, derivationType: null },
  ...{ needsSignature: false, needsPhoto: false },
};
const given = {
  ...{ repairCode: null, comments: null, derivationType: null },
  proof: { signed: false, photos: 0 } as { signed: boolean; photos: number } | null,
};
const missing = (asking: Partial<typeof reason>, typed: Partial<Record<keyof typeof given, unknown>> = {}) =>
  missingEvidence({ ...reason, ...asking }, { ...given, ...typed } as typeof given)?.fields ?? null;

it('a closing needs a reason from the list, and nothing else for a plain one', () => {
  expect(missingEvidence(undefined, given)?.fields).toEqual({
    status: 'Por favor seleccione un estado de la lista',
  });
  expect(missing({})).toBeNull();
});

it('a reason that fulfils the order needs the repair code', () => {
  const text = 'Por favor seleccione un tipo de reparación de la lista';
  expect(missing({ finalizesOrder: true })).toEqual({ repair_code: text });
  expect(missing({ finalizesOrder: true }, { repairCode: '' })).toEqual({ repair_code: text });
  expect(missing({ finalizesOrder: true }, { repairCode: 'R01' })).toBeNull();
});

it('a cancellation needs five characters that can be seen', () => {
  const text = { extra_comments: 'Por favor escriba un motivo de cancelación' };
  expect(missing({ cancels: true }, { comments: ' abcd ' })).toEqual(text);
  expect(missing({ cancels: true }, { comments: '👍👍👍👍' })).toEqual(text);
  expect(missing({ cancels: true }, { comments: 'ñandú' })).toBeNull();
});

it('a reason that needs a signature or a photo asks the technician for it, and the office for neither', () => {
  const signature = { signature: 'Con este motivo se necesita la firma del cliente.' };
  const photo = { photos: 'Con este motivo se necesita al menos una foto.' };
  expect(missing({ needsSignature: true })).toEqual(signature);
  expect(missing({ needsSignature: true }, { proof: { signed: true, photos: 0 } })).toBeNull();
  expect(missing({ needsPhoto: true })).toEqual(photo);
  expect(missing({ needsPhoto: true }, { proof: { signed: false, photos: 1 } })).toBeNull();
  expect(missing({ needsPhoto: true, needsSignature: true }, { proof: null })).toBeNull();
  // What was not done is not signed for.
  expect(missing({ needsSignature: true, finalizes: false })).toBeNull();
});

it('derives to what is named, else to what its text says, else to the contractor, and nowhere else', () => {
  const derives = { ...reason, derives: true };
  expect(derivationOf(derives, 1)).toBe(1);
  expect(derivationOf({ ...derives, derivationType: 1 }, null)).toBe(1);
  expect(derivationOf(derives, null)).toBe(2);
  expect(derivationOf(reason, 1)).toBeNull();
  expect(missing({ derives: true }, { derivationType: 3 })).toEqual({
    derivation_type: 'No se puede derivar service',
  });
});
