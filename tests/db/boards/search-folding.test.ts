import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { findAnything } from '../../../db/reads/search/find-anything.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { foldWord, plainWords } from '../../../machines/search/fold.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addClient, makeWorld, type World } from '../../support/record/fixtures.ts';

const db = openRecord();
let here: World;
let client: string;

beforeAll(async () => {
  here = await makeWorld(db().sql);
  client = await addClient(db().sql, here.operation, { name: 'Sin Nombre' });
});

const find = async (text: string) =>
  (await findAnything(db(), { operations: [here.operation], permissions: everyPermission } as never, text)) ??
  'too short';
const live = (address: string) => db().sql`update clients set address = ${address} where id = ${client}`;

/** Spellings of one address: each finds each. */
const sameAddress = [
  ['Avenida Mitre 4573', 'av. mitre 4573', 'AVDA MITRE 4573', 'Avd. Mitre Nº 4573', 'Mitre n° 4573, avenida'],
  [
    'Bº San José Mza. 4',
    'barrio san jose mza 4',
    'B° San José, Mz 4',
    'B.º san jose manzana 4',
    'bo san jose mz. 4',
  ],
  ['Departamento 2', 'Dto. 2', 'Dpto 2', 'depto 2'],
  ['Pasaje Catamarca 71', 'Pje. Catamarca 71', 'psje catamarca 71'],
  ['Boulevard Oroño', 'Bv. Oroño', 'bulevar orono', 'Blvd Oroño'],
  ['General Paz 150', 'Gral. Paz 150', 'gral paz Nro. 150', 'general paz número 150'],
  ['Coronel Díaz', 'Cnel. Díaz'],
  ['Doctor Favaloro', 'Dr. Favaloro'],
  ['Santa Fe', 'Sta. Fe', 'STA FE'],
  ['1º de Mayo', '1° de mayo', '1.º de mayo', '1o de mayo', '1ro de mayo'],
  ['2ª Rondeau', '2da Rondeau'],
  ['1er Teniente Sosa', '1º Tte. Sosa'],
  ['María Ñañez', 'Mª Ñáñez', 'ma. nanez'],
  ['Straße ﬁnal Ⅳ', 'strasse final iv'],
];

it.each(sameAddress.map((spellings) => [spellings[0]!, spellings]))(
  'finds %s by each of its spellings, whichever the record has',
  async (_name, spellings) => {
    for (const recorded of spellings) {
      await live(recorded);
      for (const typed of spellings)
        expect(await find(typed), `${recorded} by ${typed}`).toMatchObject([{ number: client }]);
    }
  },
);

it.each([
  'Avenida Avellaneda',
  'Boulevard Oroño',
  'Barrio Belgrano Manzana',
  'General Deportivo Gralense',
  'Bulevar',
])(
  'finds %s at every letter while it is typed, with words that begin like an abbreviation',
  async (recorded) => {
    await live(recorded);
    for (let length = 3; length <= recorded.length; length++) {
      const typed = recorded.slice(0, length);
      // One letter is too little to be the beginning of a word.
      if (!/ \w?$/.test(typed)) expect(await find(typed), typed).toMatchObject([{ number: client }]);
    }
  },
);

it('does not take addresses for one that differ in more than their spelling', async () => {
  await live('Bº San José Mza. 4');
  for (const typed of ['barrio san jose mza 5', 'barrio san juan mza 4', 'pje san jose 4'])
    expect(await find(typed)).toEqual([]);
});

it('finds every text by itself, since record and question are folded by one rule', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'Av.',
      'avda',
      'Bº',
      'B°',
      'B.º',
      'Mza.',
      'Dpto',
      'Nº',
      'n°',
      'nro',
      '1º',
      '1.º',
      '2da',
      '3er',
      '4ª',
      '10°B',
      'S/N',
      'Mª',
    ),
    fc.constantFrom(
      'Ñandú',
      'GÜEMES',
      'e\u0301',
      'ß',
      'İ',
      'ı',
      'Ø',
      'ﬁ',
      '№',
      '½',
      '１２',
      'ǅ',
      'K',
      '²',
      '👍',
      '’',
      '\u00ad',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.string({ unit: fc.constantFrom(...'abAB19º°ª. -'), minLength: 30, maxLength: 70 }),
    fc.stringMatching(/^[A-Za-z]{38,60}$/),
  );
  const text = fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: 12 }), fc.constantFrom('', ' ', ', '))
    .map(([pieces, between]) => pieces.join(between).replaceAll('\0', ''))
    .filter((value) => value.isWellFormed());
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      await live(value);
      const [folded] = await db().sql<{ plain: string }[]>`select search_plain(${value}) as plain`;
      expect(plainWords(value).map(foldWord).join(' ')).toBe(folded!.plain);
      const found = await find(value);
      if (found !== 'too short') expect(found).toMatchObject([{ number: client }]);
    }),
    { numRuns: 400 },
  );
}, 60_000);
