import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { Changes } from '../../../db/feed/changes.ts';
import { countNewNames } from '../../../db/reads/catalogue/count-new-names.ts';
import { listPriorities } from '../../../db/reads/settings/settings.ts';
import { daysBefore, newDays } from '../../../machines/order/catalogue-merge.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useFollowSettings } from '../../data/use-follow-settings.ts';
import { requireSession } from '../../require-session.server.ts';
import { loadSettings } from '../../setup/load-settings.server.ts';
import { NewNamesLink } from '../../setup/new-names-link.tsx';
import { SettingsError, SettingsScreen } from '../../setup/settings-screen.tsx';
import styles from '../../setup/setup.module.css';
import { Empty } from '../../ui/content/error-page.tsx';
import { priorityEditorWords as priorityEditor } from '../../words/setup/priority-editor-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { PriorityRow } from './priority-row.tsx';

export const handle: ScreenHandle = { title: priorityEditor.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${priorityEditor.title} · ${shellWords.product}` }];
export const shouldRevalidate = revalidateFor('op');
export const ErrorBoundary = SettingsError;

/** Every symptom with its priority in the operation (S2 §2 'Priority editor'). */
export async function loader(args: LoaderFunctionArgs) {
  const settings = await loadSettings(args, 'can_edit_priorities', 'priorities.changed');
  const code = settings.operation?.code;
  const { db } = args.context;
  const { actor } = requireSession(args.context);
  const [priorities, newNames] = await Promise.all([
    code ? listPriorities(db, [code]) : [],
    countNewNames(db, actor, daysBefore(new Date(), newDays), ['symptom']),
  ]);
  return { ...settings, priorities, newNames };
}

const concerns = (changes: Changes) => changes.priorities === true || changes.names === true;

export default function PriorityEditor() {
  const data = useLoaderData<typeof loader>();
  const { operations, operation, version, history, priorities, newNames } = data;
  const reload = useFollowSettings(data, concerns);
  return (
    <SettingsScreen
      operations={operations}
      operation={operation}
      history={history}
      hint={priorityEditor.hint}
    >
      <NewNamesLink kind="symptom" count={newNames} />
      {priorities.length === 0 ? (
        <Empty title={priorityEditor.empty} hint={priorityEditor.emptyHint} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{priorityEditor.id}</th>
              <th scope="col">{priorityEditor.symptom}</th>
              <th scope="col" className={styles.number}>
                {priorityEditor.priority}
              </th>
            </tr>
          </thead>
          <tbody>
            {priorities.map((priority) => (
              <PriorityRow
                key={`${priority.operation}.${priority.symptomId}`}
                saved={priority}
                history={history}
                seen={version}
                reload={reload}
              />
            ))}
          </tbody>
        </table>
      )}
    </SettingsScreen>
  );
}
