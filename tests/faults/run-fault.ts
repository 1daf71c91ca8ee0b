import type { Cluster } from './cluster.ts';
import { count } from './count.ts';
import type { Fault, LonelyFault } from './fault.ts';
import type { Backend, Size } from './options.ts';
import { openStage } from './stage.ts';
import type { Row } from './table.ts';

/** One fault from its copy of the demo to its row of the table. It never throws: what goes wrong is the row's. */
export async function runFault(
  cluster: Cluster,
  id: string,
  fault: Fault | LonelyFault,
  backend: Backend,
  size: Size,
  log: (line: string) => void,
): Promise<Row> {
  const begun = Date.now();
  const row: Row = {
    id,
    title: fault.title,
    backend: 'alone' in fault ? '–' : backend,
    counted: null,
    boards: null,
    notReady: null,
    figures: '',
    problems: [],
    seconds: 0,
  };
  try {
    if ('alone' in fault) {
      const seen = await fault.alone(cluster, size);
      row.figures = seen.notRun ?? seen.figures;
      row.problems.push(...seen.problems);
    } else await runOnStage(cluster, fault, { id, backend, size }, row, log);
  } catch (error) {
    row.problems.push((error as Error).message.split('\n')[0]!);
    log((error as Error).stack ?? String(error));
  }
  row.seconds = Math.round((Date.now() - begun) / 1_000);
  return row;
}

async function runOnStage(
  cluster: Cluster,
  fault: Fault,
  about: { id: string; backend: Backend; size: Size },
  row: Row,
  log: (line: string) => void,
): Promise<void> {
  const wanted = (await fault.stage?.(about.size, cluster)) ?? {};
  if ('notRun' in wanted) {
    row.figures = `not tried: ${wanted.notRun}`;
    return;
  }
  const stage = await openStage(cluster, about, wanted);
  try {
    const load = stage.load({
      ...fault.pace?.(about.size),
      ...(fault.calm ? { lanes: 0, commands: 0 } : {}),
    });
    const seen = await fault.run(stage, load);
    await load.finish();
    row.figures = seen.notRun ?? seen.figures;
    row.problems.push(...seen.problems);
    const late = await stage.notReady(15_000);
    row.notReady = late.length;
    row.boards = await stage.differingBoards(10_000);
    await stage.settle();
    row.counted = await count(stage.db, {
      intents: stage.journal.intents,
      chains: load.chains,
      channels: stage.channels,
      operations: stage.people.places.map(({ code }) => code),
    });
    const { missing, twice, messages, broken } = row.counted;
    const lists = { missing, twice, 'not once': messages, broken, 'not ready': late };
    for (const [what, list] of Object.entries(lists)) {
      if (list.length === 0) continue;
      row.problems.push(`${list.length} ${what}`);
      log(`${what}: ${list.slice(0, 10).join('; ')}`);
    }
    if (row.boards > 0) row.problems.push(`${row.boards} boards differ after 10 s`);
    const unanswered = stage.journal.intents.filter(({ status }) => status === null).length;
    if (unanswered > 0) row.problems.push(`${unanswered} never answered`);
    if (load.wrong.length > 0) {
      row.problems.push(`${load.wrong.length} wrong answers`);
      for (const { path, status, text, tries, lost } of load.wrong.slice(0, 5))
        log(`wrong: ${path} ${status} after ${tries} tries, ${lost} lost: ${text.slice(0, 200)}`);
    }
    const { sent, dropped, unknown } = row.counted;
    const commands = stage.journal.intents.length;
    if (commands > 0)
      row.figures = `${commands} commands, ${sent} messages, ${dropped} dropped${unknown > 0 ? `, ${unknown} unknown` : ''}; ${row.figures}`;
    if (row.problems.length > 0) log(stage.said().split('\n').slice(-40).join('\n').slice(0, 6_000));
  } finally {
    await stage.close();
  }
}
