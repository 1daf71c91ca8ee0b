import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The account of PostgreSQL's programs; empty for our own. */
export interface Account {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root: then it runs as the cluster's owner, else as the first of three accounts
 * that nearly every system has; none is created.
 */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'node', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account postgres, node or nobody: start as another user.',
  );
}

/** Runs a program as that account to its end; never rejects; code -1 when it cannot be started. */
export function runAs(account: Account, program: string, args: string[], stdio: 'pipe' | 'ignore' = 'pipe') {
  return new Promise<{ code: number; output: string }>((done) => {
    const child = spawn(program, args, {
      ...account,
      cwd: account.uid === undefined ? undefined : '/',
      env: programEnv(),
      stdio: ['ignore', stdio, stdio],
      windowsHide: true,
    });
    let output = '';
    const take = (text: Buffer) => {
      output += text;
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', (error) => done({ code: -1, output: error.message }));
    child.once('close', (code) => done({ code: code ?? -1, output: output.trim() }));
  });
}

/** Without the operator's own PGDATA, PGPORT and language, which would affect the programs. */
function programEnv() {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', LANG: 'C' } as unknown as NodeJS.ProcessEnv;
}
