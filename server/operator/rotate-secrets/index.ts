import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rotateSecrets, stillOpens } from '../../../db/commands/accounts/rotate-secrets.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import { withPassword } from '../../../machines/process/database-url.ts';
import { readSettings } from '../../../machines/process/settings.ts';
import { operateOn } from '../operate.ts';

const usage = `Usage: npm run rotate-secrets [-- --end-links]
  With every web and worker process stopped: another password of the database's role and another LINK_SECRET.
  --end-links   customers' links made so far stop opening at once, instead of at their date`;

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message || String(error));
  return 1;
});

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  if (argv.some((argument) => argument !== '--end-links')) {
    console.error(usage);
    return 2;
  }
  const endLinks = argv.includes('--end-links');
  const done = await operateOn({}, (url) => rotate(url, endLinks));
  const { links, webhooks, messages } = done;
  console.log(
    `The database's password and LINK_SECRET are new. ${webhooks} webhooks' secrets were sealed anew, ${messages} kept messages lost the link in them.`,
  );
  console.log(
    endLinks
      ? `${links} visits had open links: they stop opening now, and a message that is sent from now on carries a new one.`
      : `${links} visits have open links: they go on opening until their date. To end them now: npm run rotate-secrets -- --end-links`,
  );
  return 0;
}

async function rotate(url: string, endLinks: boolean) {
  const places = placesOf();
  const [newSecret, newPassword] = [randomBytes(32), randomBytes(24)].map((bytes) => bytes.toString('hex'));
  const publicUrl = 'http://localhost';
  const keep = places.prepare(newSecret!, newPassword!);
  try {
    const done = await rotateSecrets(url, {
      from: openKeys({ secret: places.linkSecret, publicUrl }),
      to: openKeys({ secret: newSecret!, publicUrl }),
      newPassword: newPassword!,
      endLinks,
    });
    keep.settle();
    return done;
  } catch (error) {
    // A connection lost at the commit leaves the outcome unknown: try the old password.
    if (await stillOpens(url)) keep.drop();
    else
      console.error(
        'The old password may not open any more: the new values above, or the files in .next, are the right ones.',
      );
    throw error;
  }
}

/** Where this installation keeps its secrets: files of the data directory, or environment variables. */
function placesOf() {
  const answer = readSettings(process.env);
  if (!answer.ok) throw new Error(answer.problems.join('\n'));
  const { databaseUrl, databaseDirectUrl, linkSecret: set, dataDir } = answer.settings;
  const addresses = { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl };
  const file = join(dataDir, 'link-secret');
  const linkSecret = set ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined);
  if (!linkSecret) throw new Error('LINK_SECRET: missing; it is needed to open what it sealed.');
  return {
    linkSecret,
    prepare(newSecret: string, newPassword: string) {
      const files = [
        ...(set ? [] : [keepBeside(file, newSecret)]),
        ...(databaseUrl ? [] : [keepBeside(join(dataDir, 'postgres-password'), newPassword)]),
      ];
      const settings = [
        ...(set ? [`LINK_SECRET=${newSecret}`] : []),
        ...Object.entries(addresses).flatMap(([name, address]) =>
          address ? [`${name}=${withPassword(address, newPassword)}`] : [],
        ),
      ];
      // Printed before the record is changed: an interrupted command must not be the only one that knew them.
      if (settings.length > 0)
        console.log(
          [
            'These stand nowhere else, and count from when this command says that they are new:',
            ...settings,
          ].join('\n'),
        );
      return {
        settle() {
          for (const secretFile of files) secretFile.settle();
        },
        drop() {
          for (const secretFile of files) secretFile.drop();
        },
      };
    },
  };
}

/** Written before the record is changed, renamed afterwards: after an interruption `.next` is the right one. */
function keepBeside(file: string, content: string) {
  const next = `${file}.next`;
  writeFileSync(next, `${content}\n`, { mode: 0o600 });
  return { settle: () => renameSync(next, file), drop: () => rmSync(next, { force: true }) };
}
