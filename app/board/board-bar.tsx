import { useLocation } from '@remix-run/react';
import {
  IconChevronLeft,
  IconChevronRight,
  IconHelp,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import type { Operation, Zone } from '../../db/reads/settings/operation.ts';
import { mondayOf } from '../../machines/calendar/slots.ts';
import { useLivePart } from '../data/use-live-part.ts';
import { DropButton } from '../ui/plain/drop-button.tsx';
import plain from '../ui/plain/plain.module.css';
import { PlainIconButton, PlainReasonedButton } from '../ui/plain/plain.tsx';
import { boardWords } from '../words/board/board-words.ts';
import styles from './board.module.css';
import { type BoardParams, useTurnWeek } from './board-params.ts';
import type { BoardView } from './board-view.ts';
import { DaysMenu } from './days-menu.tsx';
import { OperationButtons } from './operation-buttons.tsx';
import type { BoardNow } from './saved-views/shown-view.ts';
import { useShownView } from './saved-views/use-shown-view.ts';
import { ViewNotice } from './saved-views/view-notice.tsx';
import { ViewsMenu } from './saved-views/views-menu.tsx';
import { addressOf } from './shown-operations.ts';
import { ViewSwitch } from './view-switch.tsx';

const loadLegends = () => import('./legends-menu.tsx').then(({ LegendsMenu }) => LegendsMenu);

type Props = {
  operations: Operation[];
  /** The user's in another installation, which shows them. */
  elsewhere?: Operation[] | undefined;
  board: { operation: string; version: number; zones: Zone[] };
  /** What is shown beside it. */
  others?: readonly { operation: string }[] | undefined;
  params: BoardParams;
  today: string;
  set: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
  /** The dispatcher's board has a list beside the calendar. */
  withList?: boolean;
  /** A day and the map have a bar of their own; undefined: this board has the week alone. */
  view?: BoardView;
};

const zonesIn = ({ zones }: Changes) => zones;

/** Operations, zone, week and legends: what decides which week is shown. */
export function BoardBar(props: Props) {
  const { operations, elsewhere = [], board, others = [], params, today, set, withList, view } = props;
  const day = view !== undefined && view !== 'week';
  const { operation } = board;
  const zones = useZones(board, params.zone, set);
  const nameOf = (code: string) => operations.find((each) => each.code === code)?.name ?? code;
  const choose = (code: string) =>
    elsewhere.some((each) => each.code === code)
      ? window.location.assign(`?op=${code}`)
      : set({ op: code, zona: null, tipo: null });
  const now: BoardNow = {
    board: withList ? 'jefetec' : 'calendario',
    operations: [operation, ...others.map((other) => other.operation)],
    search: useLocation().search,
    zones,
  };
  const saved = useShownView(now);
  return (
    <>
      <div className={styles.bar}>
        {withList && <ListToggle hidden={params.listHidden} set={set} />}
        <OperationButtons
          operations={operations}
          elsewhere={elsewhere}
          shown={[operation, ...(day ? [] : others.map((other) => other.operation))]}
          choose={choose}
          show={day || operations.length < 2 ? null : (shown) => set(addressOf(shown, operation))}
        />
        <OperationSelect operations={[...operations, ...elsewhere]} shown={operation} choose={choose} />
        <div className={styles.weekControls}>
          <ZoneSelect
            zones={zones}
            label={others.length > 0 ? boardWords.zoneOf(nameOf(operation)) : boardWords.zone}
            shown={params.zone}
            set={set}
          />
          <div className={styles.week}>
            <ViewsMenu now={now} shown={saved} />
            {view && <ViewSwitch view={view} />}
            {!day && <WeekTurns params={params} today={today} set={set} />}
            <DropButton
              kind="menu"
              as="icon"
              ahead
              label={boardWords.legends}
              load={loadLegends}
              given={{ withList: withList ?? false, set }}
            >
              <IconHelp size={18} aria-hidden />
            </DropButton>
          </div>
        </div>
      </div>
      {saved && <ViewNotice shown={saved} />}
    </>
  );
}

/** The operation's zones, as they change. A filter by a deleted zone would show an empty board without a reason. */
function useZones(board: Props['board'], shown: number | null, set: Props['set']): Zone[] {
  const zones = useLivePart(board, board.zones, zonesIn);
  const zoneGone = shown !== null && !zones.some(({ id }) => id === shown);
  useEffect(() => {
    if (zoneGone) set({ zona: null });
  }, [zoneGone, set]);
  return zones;
}

function ListToggle({ hidden, set }: { hidden: boolean; set: Props['set'] }) {
  const ToggleIcon = hidden ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = hidden ? boardWords.showOrders : boardWords.hideOrders;
  return (
    <PlainIconButton
      className={styles.toggle ?? ''}
      aria-label={toggleLabel}
      title={toggleLabel}
      aria-pressed={!hidden}
      onClick={() => set({ lista: hidden ? null : '0' })}
    >
      <ToggleIcon size={20} aria-hidden />
    </PlainIconButton>
  );
}

/** The operations where there is no room for a button each. */
function OperationSelect(props: { operations: Operation[]; shown: string; choose: (code: string) => void }) {
  const { operations, shown, choose } = props;
  return (
    <select
      className={`${plain.input} ${styles.operationSelect}`}
      aria-label={boardWords.operation}
      value={shown}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {operations.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

function ZoneSelect(props: { zones: Zone[]; label: string; shown: number | null; set: Props['set'] }) {
  const { zones, label, shown, set } = props;
  return (
    <select
      className={plain.input}
      aria-label={label}
      value={shown ?? ''}
      onChange={(event) => set({ zona: event.currentTarget.value || null })}
    >
      <option value="">{boardWords.allZones}</option>
      {zones.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Which week is shown. */
function WeekTurns({ params, today, set }: Pick<Props, 'params' | 'today' | 'set'>) {
  const turn = useTurnWeek(today);
  return (
    <>
      <PlainIconButton
        look="default"
        aria-label={boardWords.previousWeek}
        title={boardWords.previousWeek}
        onClick={() => turn(-7)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </PlainIconButton>
      <PlainReasonedButton
        size="small"
        look="default"
        why={params.week === (params.rolling ? today : mondayOf(today)) ? boardWords.alreadyThisWeek : null}
        onClick={() => set({ semana: null })}
      >
        {boardWords.thisWeek}
      </PlainReasonedButton>
      <PlainIconButton
        look="default"
        aria-label={boardWords.nextWeek}
        title={boardWords.nextWeek}
        onClick={() => turn(7)}
      >
        <IconChevronRight size={16} aria-hidden />
      </PlainIconButton>
      <DaysMenu params={params} today={today} set={set} />
    </>
  );
}
