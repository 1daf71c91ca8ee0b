import { Skeleton } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import { listAbsences, readSkills } from '../../../db/reads/people/crew.ts';
import { listTechnicians } from '../../../db/reads/people/technicians.ts';
import { listSlots } from '../../../db/reads/settings/operation.ts';
import { isMonth, monthOf } from '../../../machines/calendar/month.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { absenceDaysLimit } from '../../../machines/visit/absences.ts';
import { useAddress } from '../../board/use-address.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useFollowSettings } from '../../data/use-follow-settings.ts';
import { CrewTabs } from '../../setup/crew-tabs.tsx';
import { loadSettings } from '../../setup/load-settings.server.ts';
import { SettingsError, SettingsScreen } from '../../setup/settings-screen.tsx';
import styles from '../../setup/setup.module.css';
import { Empty } from '../../ui/content/error-page.tsx';
import { absenceWords as words } from '../../words/board/crew-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { AbsenceForm } from './absence-form.tsx';
import { AbsenceList } from './absence-list.tsx';
import { AbsenceMonth } from './absence-month.tsx';

export const handle: ScreenHandle = { title: words.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${words.title} · ${shellWords.product}` }];
export const shouldRevalidate = revalidateFor('op');
export const ErrorBoundary = SettingsError;

/** When an operation's technicians do not work (contract §9 'absences'), those that ended within a year among them. */
export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const settings = await loadSettings(args, 'can_edit_crew', 'absences.changed');
  const now = today(new Date());
  const code = settings.operation?.code;
  const reach = settings.operations.map((operation) => operation.code);
  const [absences, skills, people, slots] = await Promise.all([
    code ? listAbsences(db, [code], { from: addDays(now, -absenceDaysLimit), to: null }) : [],
    code ? readSkills(db, code) : null,
    code ? listTechnicians(db, reach) : [],
    code ? listSlots(db, reach) : [],
  ]);
  // An absence is of all operations of its technician: so are the slots that it may name.
  const operationsOf = new Map(people.map(({ id, operations }) => [id, operations]));
  const technicians = (skills?.technicians ?? []).map(({ id, name }) => ({
    id,
    name,
    operations: operationsOf.get(id) ?? [],
  }));
  return { ...settings, today: now, absences, technicians, slots };
}

const concerns = (changes: Changes) => changes.crew !== undefined;

export default function AbsenceEditor() {
  const data = useLoaderData<typeof loader>();
  const { operations, operation, version, history, absences, technicians, slots } = data;
  const { search, set } = useAddress();
  const reload = useFollowSettings(data, concerns);
  const params = new URLSearchParams(search);
  const opened = params.get('ausencia');
  const absence = absences.find(({ id }) => String(id) === opened) ?? null;
  const firstDay = `${params.get('mes') ?? ''}-01`;
  const month = isMonth(firstDay) ? firstDay : monthOf(absence?.fromDay ?? data.today);
  // One that was just entered is on its way: the address turns before the screen has read it.
  const awaited = useRef<string | null>(null);
  if (absence) awaited.current = null;
  const open = (id: number | null) => {
    awaited.current = id === null ? null : String(id);
    set({ op: operation?.code ?? null, ausencia: awaited.current }, { step: true });
  };
  return (
    <SettingsScreen operations={operations} operation={operation} history={history} hint={words.hint}>
      <CrewTabs operation={operation?.code ?? ''} />
      <AbsenceMonth
        absences={absences}
        technicians={technicians.length}
        month={month}
        today={data.today}
        opened={absence?.id ?? null}
        turn={(to) => set({ mes: to.slice(0, 7) })}
      />
      <div className={styles.columns}>
        <AbsenceList absences={absences} today={data.today} opened={opened} />
        {opened !== null && absence === null && awaited.current === opened ? (
          <Skeleton height={320} aria-hidden />
        ) : opened !== null && absence === null ? (
          <Empty title={words.unknown} hint={words.unknownHint} />
        ) : (
          <AbsenceForm
            key={`${operation?.code} ${absence?.id ?? 'nueva'}`}
            absence={absence}
            technicians={technicians}
            slots={slots}
            operations={operations}
            history={history}
            today={data.today}
            seen={version}
            reload={reload}
            open={open}
          />
        )}
      </div>
    </SettingsScreen>
  );
}
