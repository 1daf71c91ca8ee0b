import type { Settings } from '../../machines/process/settings.ts';

const demoAccounts = [
  ['jefe', 'every permission, also a technician'],
  ['sac', 'calendar and lookups only'],
  ['sac2', 'customer service that also creates visits'],
  ['tecnico', 'a technician with visits of today'],
  ['tecnico2', 'another technician of the same operations'],
  ['otro', 'runs one other operation only'],
  ['nuevo', 'no operation, no permission'],
] as const;

/** Shows the operator the address, and with the demo its accounts. */
export function showAddress(settings: Settings, demo: boolean) {
  if (settings.role === 'worker') return console.log('The workers are running.');
  console.log(`\nAgenda técnica: ${settings.publicUrl}\n`);
  if (demo) {
    console.log('Demo accounts, all with the password agenda-demo:');
    for (const [name, what] of demoAccounts) console.log(`  ${name.padEnd(10)}${what}`);
    console.log('');
  }
  console.log('Ctrl-C stops everything.');
}
