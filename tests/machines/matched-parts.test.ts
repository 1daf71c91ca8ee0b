import { expect, it } from 'vitest';
import { matchedParts } from '../../machines/search/matched-parts.ts';

const marked = (text: string, typed: string) =>
  matchedParts(text, typed)
    .map((part) => (part.matched ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ['Pérez, José', 'jose per', '[Pér]ez, [José]'],
  ['Ñandú Gómez', 'nandu', '[Ñandú] Gómez'],
  ['Gonzalez, María', 'gonsalez', '[Gonzalez], María'],
  ['Sucre 1234 · Pilar', 'sucre 12', '[Sucre] [12]34 · Pilar'],
  ['(0230) 15-445-1122', '54 9 230 445-1122', '(0230) 15-[445-1122]'],
  ['OT 20300000012', '20300000012', 'OT [20300000012]'],
  ['12/11/2026 · OT 20300000012', '300000012', '12/11/2026 · OT 20[300000012]'],
  ['2477 555002 / 2477 15-555003', '555002', '2477 [555002] / 2477 15-555003'],
  ['20-34567890-1', '34567890', '20-[34567890]-1'],
  ['ONU 👍 · MAC A4:BF:01:9C:de:7F', 'a4bf.019c.de7f', 'ONU 👍 · MAC [A4:BF:01:9C:de:7F]'],
  ['ONU · Serie HWTC-81C0 2F9B', 'hwtc81c0', 'ONU · Serie [HWTC-81C0] 2F9B'],
  ['Av. Mitre 4573 · Bº Sur', 'avenida mitre barrio', '[Av]. [Mitre] 4573 · [Bº] Sur'],
  ['Avenida 1º de Mayo', 'avda 1ro', '[Avenida] [1º] de Mayo'],
  ['Calle 👍 Ñ', 'ab', 'Calle 👍 Ñ'],
  ['', 'perez', ''],
])('marks in %j what was typed as %j', (text, typed, shown) => {
  expect(marked(text, typed)).toBe(shown);
});
