import { Alert, Button, Group } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { IconPlus } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { Changes } from '../../../db/reads/changes.ts';
import { countOpenVisits, listSettingSlots, type SettingSlot } from '../../../db/reads/settings.ts';
import { newSlot } from '../../../machines/slots.ts';
import { useAddress } from '../../board/board-params.ts';
import { loadSettings, revalidateSettings } from '../../setup/load-settings.ts';
import { SettingsScreen, SettingsTrouble } from '../../setup/settings-screen.tsx';
import styles from '../../setup/setup.module.css';
import { useFollowSettings } from '../../setup/use-follow-settings.ts';
import { Empty } from '../../ui/trouble.tsx';
import { words } from '../../words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { SlotPanel } from './slot-panel.tsx';

export const handle: ScreenHandle = { title: words.slotEditor.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${words.slotEditor.title} · ${words.product}` }];
export const shouldRevalidate = revalidateSettings;
export const ErrorBoundary = SettingsTrouble;

/** An operation's time slots, with the open visits that stand in each (S2 §2 'Time-slot editor per operation'). */
export async function loader(args: LoaderFunctionArgs) {
  const settings = await loadSettings(args, 'can_edit_timestripes', 'slots.changed');
  const code = settings.operation?.code;
  const [slots, open] = await Promise.all([
    code ? listSettingSlots(args.context.db, [code]) : [],
    code ? countOpenVisits(args.context.db, code) : { bySlot: {} as Record<number, number> },
  ]);
  return { ...settings, slots, openVisits: open.bySlot };
}

const concerns = (changes: Changes) => changes.timestripes !== undefined || changes.visits.length > 0;
/** What the address calls the slot that does not exist yet. */
const added = 'nueva';

export default function SlotEditor() {
  const data = useLoaderData<typeof loader>();
  const { operations, operation, version, history, slots, openVisits } = data;
  const { search, set } = useAddress();
  const reload = useFollowSettings(data, concerns);
  const opened = new URLSearchParams(search).get('franja');
  const gone = opened !== null && opened !== added && !slots.some(({ id }) => String(id) === opened);
  const open = (franja: string | null) => set({ franja }, { step: franja !== null });
  const panel = (slot: SettingSlot | null) => (
    <SlotPanel
      key={`${operation!.code}.${slot?.id ?? added}`}
      slot={slot ?? { id: null, operation: operation!.code, version: 0, ...newSlot }}
      openVisits={slot ? (openVisits[slot.id] ?? 0) : 0}
      history={history}
      seen={version}
      reload={reload}
      close={() => open(null)}
    />
  );
  return (
    <SettingsScreen operations={operations} operation={operation} history={history}>
      {gone && (
        <Alert color="orange" variant="light" role="alert" withCloseButton onClose={() => open(null)}>
          {words.slotEditor.gone}
        </Alert>
      )}
      {slots.length === 0 && opened !== added ? (
        <Empty title={words.slotEditor.empty} hint={words.slotEditor.emptyHint} />
      ) : (
        <SlotTable slots={slots} opened={opened} open={open} openVisits={openVisits} panel={panel} />
      )}
      <Group>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          variant={slots.length === 0 ? 'filled' : 'default'}
          onClick={() => open(added)}
        >
          {words.slotEditor.add(operation?.name ?? '')}
        </Button>
      </Group>
    </SettingsScreen>
  );
}

function SlotTable(props: {
  slots: SettingSlot[];
  opened: string | null;
  open: (slot: string | null) => void;
  openVisits: Record<number, number>;
  panel: (slot: SettingSlot | null) => React.ReactNode;
}) {
  const { slots, opened, open, openVisits, panel } = props;
  const { slotEditor } = words;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{slotEditor.name}</th>
          <th scope="col">{slotEditor.from}</th>
          <th scope="col">{slotEditor.to}</th>
          <th scope="col">{slotEditor.enabled}</th>
          <th scope="col" className={styles.wide}>
            {slotEditor.visits}
          </th>
          <th scope="col">
            <span className="visually-hidden">{slotEditor.edit('')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {slots.map((slot) => {
          const isOpen = opened === String(slot.id);
          return (
            <Fragment key={slot.id}>
              <tr
                data-slot-id={slot.id}
                data-open={isOpen || undefined}
                className={slot.enabled ? '' : styles.off}
              >
                <td>{slot.name}</td>
                <td>{slotEditor.hour(slot.fromHour)}</td>
                <td>{slotEditor.hour(slot.toHour)}</td>
                <td>{slot.enabled ? slotEditor.yes : slotEditor.no}</td>
                <td className={styles.wide}>{openVisits[slot.id] ?? 0}</td>
                <td>
                  <Button
                    size="xs"
                    variant="default"
                    aria-expanded={isOpen}
                    aria-label={slotEditor.edit(slot.name)}
                    onClick={() => open(isOpen ? null : String(slot.id))}
                  >
                    {words.slotEditor.editShort}
                  </Button>
                </td>
              </tr>
              {isOpen && (
                <tr data-open>
                  <td colSpan={6}>{panel(slot)}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
        {opened === added && (
          <tr data-open>
            <td colSpan={6}>{panel(null)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
