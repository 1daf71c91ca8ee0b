import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailOf, unusableFields, whatsappOf } from '../../machines/customer/contact.ts';
import { telephoneParts } from '../../machines/telephone/read-field.ts';
import {
  argentinePlan,
  dialable,
  onWhatsapp,
  type TelephonePlan,
} from '../../machines/telephone/read-number.ts';

const town: TelephonePlan = { country: 'AR', areaCode: '2477' };

describe('a telephone as it is dialled', () => {
  it.each([
    ['2477 15-055515', '+5492477055515'],
    ['0351 15-555-0101', '+5493515550101'],
    ['11 15 5555-0101', '+5491155550101'],
    ['+54 9 351 555-0101', '+5493515550101'],
    ['5493515550101', '+5493515550101'],
    ['+54 351 15 555 0101', '+5493515550101'],
    ['(0351) 555-0101', '+543515550101'],
    ['+54 9 351 150-0101', '+5493511500101'],
    ['+598 99 123 456', '+59899123456'],
    ['0800 555 1234', '08005551234'],
    ['112', '112'],
  ])('%s is %s', (written, tel) => {
    expect(dialable(written, argentinePlan)?.tel).toBe(tel);
  });

  it('has a WhatsApp only where it is a mobile', () => {
    expect(dialable('2477 15-055515', argentinePlan)?.whatsapp).toBe('5492477055515');
    expect(dialable('0351 555-0101', argentinePlan)?.whatsapp).toBeNull();
  });

  it.each(['', null, 'sin datos', '12'])('%s is none', (written) => {
    expect(dialable(written, argentinePlan)).toBeNull();
  });
});

/** A mobile of an area, in a spelling of Argentina's: what is optional may be absent, separators are any. */
const spelling = fc
  .record({
    area: fc.constantFrom('11', '351', '341', '2477', '3442', '2954'),
    subscriber: fc.integer({ min: 4_000_000, max: 4_999_999 }),
    country: fc.constantFrom('', '+54', '54', '0054', '00 54', '+54 9', '549', '+54 (9)'),
    zero: fc.boolean(),
    fifteen: fc.boolean(),
    brackets: fc.boolean(),
    between: fc.constantFrom('', ' ', '-', '.', ' - '),
    cut: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ area, subscriber, country, zero, fifteen, brackets, between, cut }) => {
    const number = String(subscriber)
      .padEnd(10 - area.length, '1')
      .slice(0, 10 - area.length);
    const code = `${zero ? '0' : ''}${area}`;
    const written = [
      country,
      brackets ? `(${code})` : code,
      `${fifteen ? `15${between}` : ''}${number.slice(0, cut)}${between}${number.slice(cut)}`,
    ];
    const mobile = fifteen || country.includes('9');
    return { text: written.filter(Boolean).join(between || ' '), national: area + number, mobile };
  });

describe('a telephone in any Argentine spelling', () => {
  it('is the same to calls, links and messages', () => {
    fc.assert(
      fc.property(spelling, ({ text, national, mobile }) => {
        const tel = `+54${mobile ? '9' : ''}${national}`;
        expect(dialable(text, argentinePlan)).toEqual({ tel, whatsapp: mobile ? `549${national}` : null });
        expect(telephoneParts(text, argentinePlan)).toEqual([
          { text, tel, whatsapp: mobile ? `549${national}` : null },
        ]);
        expect(onWhatsapp(text, argentinePlan)).toBe(`549${national}`);
        expect(whatsappOf(text, argentinePlan)).toBe(`549${national}`);
      }),
      { numRuns: 500 },
    );
  });

  it('beside another one gives both, with what was written between', () => {
    fc.assert(
      fc.property(
        spelling,
        spelling,
        fc.constantFrom(' / ', ', ', ' y ', '; ', ' (Marta) / '),
        (one, other, between) => {
          const text = `${one.text}${between}${other.text}`;
          const parts = telephoneParts(text, argentinePlan);
          expect(parts.map((part) => part.text).join('')).toBe(text);
          const numbers = parts.flatMap(({ tel }) => (tel === null ? [] : [tel.slice(-10)]));
          expect(numbers).toEqual([one.national, other.national]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('nothing is called that is longer than a number can be, whatever is written', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789 -./()+aint'), maxLength: 60 });
  fc.assert(
    fc.property(digits, (text) => {
      const parts = telephoneParts(text, town);
      for (const { tel } of parts) expect((tel ?? '').replace(/\D/g, '').length).toBeLessThanOrEqual(15);
      expect(parts.map((part) => part.text).join('')).toBe(text.trim());
    }),
    { numRuns: 1_000 },
  );
});

describe('a field of telephones', () => {
  const shown = (text: string, plan = town) =>
    telephoneParts(text, plan).map((part) => (part.tel === null ? part.text : { [part.text]: part.tel }));

  it.each([
    [
      '2477 415551 / 2477 15-415552',
      [{ '2477 415551': '+542477415551' }, ' / ', { '2477 15-415552': '+5492477415552' }],
    ],
    ['0800-555-INTERNET', ['0800-555-INTERNET']],
    ['+54 9 02477 15-415554', [{ '+54 9 02477 15-415554': '+5492477415554' }]],
    ['2477555005.0', [{ '2477555005.0': '+542477555005' }]],
    ['2477-415556 int. 12', [{ '2477-415556': '+542477415556' }, ' int. 12']],
    ['2477-415556 int. 1234', [{ '2477-415556': '+542477415556' }, ' int. 1234']],
    ['15-415556 preguntar por Marta', [{ '15-415556': '+5492477415556' }, ' preguntar por Marta']],
    ['415551/52', [{ '415551': '+542477415551' }, '/52']],
    ['2477415551-Marta', [{ '2477415551': '+542477415551' }, '-Marta']],
    ['2,477555005E+09', ['2,477555005E+09']],
    ['54924775550051234567', ['54924775550051234567']],
    ['llamar el 15/03/2026 de 8 a 12', ['llamar el 15/03/2026 de 8 a 12']],
    ['2477 41555', ['2477 41555']],
  ])('%s', (text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it('reads a number as its town writes it by the area code that was set, and calls it as written without', () => {
    expect(shown('15-415556')).toEqual([{ '15-415556': '+5492477415556' }]);
    expect(shown('15-415556', argentinePlan)).toEqual([{ '15-415556': '15415556' }]);
  });

  it('reads numbers of another country where the installation is there', () => {
    const uruguay = { country: 'UY', areaCode: null };
    expect(shown('099 123 456', uruguay)).toEqual([{ '099 123 456': '+59899123456' }]);
    expect(shown('+54 9 2477 415556', uruguay)).toEqual([{ '+54 9 2477 415556': '+5492477415556' }]);
  });
});

describe('what a client can be reached by', () => {
  it.each(['247415556', '59899123456', '0800 555 0101', '112', 'no tiene', '415556'])(
    '%s is no number of WhatsApp',
    (written) => {
      expect(whatsappOf(written, argentinePlan)).toBeNull();
    },
  );

  it('is marked where it is filled and cannot be used', () => {
    const filled = { telephone: '2477 41555', waNumber: '247415556', email: 'no tiene' };
    expect(unusableFields(filled, town)).toEqual(['telephone', 'wa_number', 'email']);
    const usable = { telephone: '415556 (Marta)', waNumber: '15-415556', email: ' ana@example.com ' };
    expect(unusableFields(usable, town)).toEqual([]);
    expect(unusableFields({ telephone: '', waNumber: null, email: ' ' }, town)).toEqual([]);
  });

  it('has one address in a field of mail', () => {
    expect(emailOf(' ana@example.com')).toBe('ana@example.com');
    expect(emailOf('ana@example.com; luis@example.com')).toBeNull();
  });
});
