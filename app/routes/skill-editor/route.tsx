import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { Changes } from '../../../db/feed/changes.ts';
import { readSkills } from '../../../db/reads/people/crew.ts';
import { readBoardNames } from '../../../db/reads/settings/operation.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useFollowSettings } from '../../data/use-follow-settings.ts';
import { CrewTabs } from '../../setup/crew-tabs.tsx';
import { loadSettings } from '../../setup/load-settings.server.ts';
import { SettingsError, SettingsScreen } from '../../setup/settings-screen.tsx';
import { skillWords as words } from '../../words/board/crew-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { SkillForm } from './skill-form.tsx';

export const handle: ScreenHandle = { title: words.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${words.title} · ${shellWords.product}` }];
export const shouldRevalidate = revalidateFor('op');
export const ErrorBoundary = SettingsError;

/** What an operation's technicians can do, and what its visits need (contract §9 'skills'). */
export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const settings = await loadSettings(args, 'can_edit_crew', 'skills.changed');
  const code = settings.operation?.code;
  const [saved, names] = await Promise.all([
    code ? readSkills(db, code) : null,
    code ? readBoardNames(db, code) : null,
  ]);
  return { ...settings, saved, orderTypes: names?.orderTypes ?? [], symptoms: names?.symptoms ?? [] };
}

const concerns = (changes: Changes) => changes.crew !== undefined;

export default function SkillEditor() {
  const data = useLoaderData<typeof loader>();
  const { operations, operation, version, history, saved, orderTypes, symptoms } = data;
  const reload = useFollowSettings(data, concerns);
  return (
    <SettingsScreen operations={operations} operation={operation} history={history} hint={words.hint}>
      <CrewTabs operation={operation?.code ?? ''} />
      {saved && (
        <SkillForm
          key={saved.operation}
          saved={saved}
          orderTypes={orderTypes}
          symptoms={symptoms}
          history={history}
          seen={version}
          reload={reload}
        />
      )}
    </SettingsScreen>
  );
}
