import { Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { Changes } from '../../../db/feed/changes.ts';
import { countNewNames } from '../../../db/reads/catalogue/count-new-names.ts';
import {
  countOpenVisits,
  findSettingZone,
  listSettingZones,
  listZoneNodes,
  type SettingZone,
} from '../../../db/reads/settings/settings.ts';
import { daysBefore, newDays } from '../../../machines/order/catalogue-merge.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { useAddress } from '../../board/use-address.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useFollowSettings } from '../../data/use-follow-settings.ts';
import { requireSession } from '../../require-session.server.ts';
import { loadSettings } from '../../setup/load-settings.server.ts';
import { NewNamesLink } from '../../setup/new-names-link.tsx';
import { SettingsError, SettingsScreen } from '../../setup/settings-screen.tsx';
import styles from '../../setup/setup.module.css';
import { Empty } from '../../ui/content/error-page.tsx';
import { zoneEditorWords } from '../../words/setup/zone-editor-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { ZoneForm } from './zone-form.tsx';

export const handle: ScreenHandle = { title: zoneEditorWords.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${zoneEditorWords.title} · ${shellWords.product}` }];
export const shouldRevalidate = revalidateFor('op');
export const ErrorBoundary = SettingsError;

/** An operation's zones with their nodes, and the nodes that are free (S2 §2 'Zone editor'). */
export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const { actor } = requireSession(args.context);
  const chosen = readRowId(new URL(args.request.url).searchParams.get('zona'));
  // A link to a zone may come without its operation.
  const zone = chosen === null ? undefined : await findSettingZone(db, actor, chosen);
  const settings = await loadSettings(args, 'can_edit_zones', 'zones.changed', zone?.operation);
  const code = settings.operation?.code;
  const [zones, free, open, newNames] = await Promise.all([
    code ? listSettingZones(db, [code]) : [],
    code ? listZoneNodes(db, [code], null) : [],
    code ? countOpenVisits(db, code) : { byZone: {} as Record<number, number> },
    countNewNames(db, actor, daysBefore(new Date(), newDays), ['node']),
  ]);
  return {
    ...settings,
    zones,
    free: free.map(({ id, name }) => ({ id, name })),
    openVisits: open.byZone,
    newNames,
  };
}

const concerns = (changes: Changes) => changes.zones !== undefined || changes.names === true;

export default function ZoneEditor() {
  const data = useLoaderData<typeof loader>();
  const { operations, operation, version, history, zones, free, openVisits, newNames } = data;
  const { search, set } = useAddress();
  const reload = useFollowSettings(data, concerns);
  const opened = new URLSearchParams(search).get('zona');
  const zone = zones.find(({ id }) => String(id) === opened) ?? null;
  return (
    <SettingsScreen operations={operations} operation={operation} history={history}>
      <NewNamesLink kind="node" count={newNames} />
      <div className={styles.columns}>
        <ZoneList zones={zones} opened={opened} operation={operation?.code ?? ''} />
        {opened !== null && zone === null ? (
          <Empty title={zoneEditorWords.unknown} hint={zoneEditorWords.unknownHint} />
        ) : (
          <ZoneForm
            key={zone?.id ?? 'nueva'}
            zone={zone}
            operation={operation?.code ?? ''}
            operations={operations}
            free={free}
            openVisits={zone ? (openVisits[zone.id] ?? 0) : 0}
            history={history}
            seen={version}
            reload={reload}
            go={(changes) => set(changes, { step: true })}
          />
        )}
      </div>
    </SettingsScreen>
  );
}

function ZoneList(props: { zones: SettingZone[]; opened: string | null; operation: string }) {
  const { zones, opened, operation } = props;
  return (
    <nav aria-labelledby="zones">
      <Title order={2} size="h5" id="zones" mb="xs">
        {zoneEditorWords.zones}
      </Title>
      <div className={styles.list}>
        {zones.map((zone) => (
          <Link
            key={zone.id}
            to={`?op=${operation}&zona=${zone.id}`}
            preventScrollReset
            data-zone-id={zone.id}
            aria-current={opened === String(zone.id) ? 'page' : undefined}
          >
            <span>{zone.name}</span>
            <small>{zoneEditorWords.count(zone.nodes.length)}</small>
          </Link>
        ))}
      </div>
    </nav>
  );
}
