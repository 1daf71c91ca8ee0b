import { shortForm } from './short.ts';

/** What `npm run bench` was asked for. */
export type Options = {
  picked: Set<string>;
  visits: number;
  seconds: number;
  rounds: number;
  /** How long P21's morning lasts. */
  minutes: number;
  /** Of P1 and P7. */
  boards: number;
  /** Whether the ratios are held against the bounds of the short form. */
  short: boolean;
};

export const benches = [
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P6',
  'P7',
  'P8',
  'P9',
  'P10',
  'P11',
  'P12',
  'P13',
  'P14',
  'P15',
  'P16',
  'P17',
  'P18',
  'P21',
  'P22',
  'P23',
  'P24',
  'P29',
];
/** Those that `npm run bench` measures within a quarter of an hour: the others build large records, or need a peer or a browser. */
const usual = ['P1', 'P4', 'P5', 'P7', 'P8', 'P9', 'P10', 'P11', 'P12', 'P16', 'P18'];

export const usage = `Usage: npm run bench -- [${benches.join(' ')}] [--visits 200000] [--seconds 5] [--rounds 5] [--minutes 2] [--boards 1000]
       npm run bench -- --all      all of them: hours
       npm run bench -- --short    two minutes, ratios held against bounds
Without names: ${usual.join(' ')}`;

/** @returns null when it makes no sense; the caller shows `usage` */
export function readOptions(words: readonly string[]): Options | null {
  if (words.includes('--short'))
    return words.length === 1 ? { ...shortForm, picked: new Set(shortForm.picked), short: true } : null;
  const picked = new Set<string>();
  const numbers: Record<string, number> = {
    '--visits': 200_000,
    '--seconds': 5,
    '--rounds': 5,
    '--minutes': 2,
    '--boards': 1_000,
  };
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word === '--all') {
      for (const name of benches) picked.add(name);
      continue;
    }
    const name = word.toUpperCase();
    if (benches.includes(name)) {
      picked.add(name);
      continue;
    }
    const value = words[++index];
    if (!(word in numbers) || !value || !/^\d{1,8}$/.test(value)) return null;
    numbers[word] = Number(value);
  }
  if (!numbers['--rounds'] || !numbers['--seconds']) return null;
  // Ten minutes are the whole morning: there are no more technicians.
  if (!numbers['--minutes'] || numbers['--minutes'] > 10) return null;
  // Forty people have as many boards each.
  if (!numbers['--boards'] || numbers['--boards'] % 40 > 0) return null;
  return {
    picked: picked.size > 0 ? picked : new Set(usual),
    visits: numbers['--visits']!,
    seconds: numbers['--seconds'],
    rounds: numbers['--rounds'],
    short: false,
    minutes: numbers['--minutes'],
    boards: numbers['--boards'],
  };
}
