import { IconListDetails, IconX } from '@tabler/icons-react';
import { Suspense, useId, useRef } from 'react';
import type { WeekView } from '../../data/week-view.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import { PlainButton, PlainIconButton } from '../../ui/plain/plain.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import boardStyles from '../board.module.css';
import type { OperationBoard } from '../board-data.server.ts';
import { useShowPast, useTurnWeek } from '../board-params.ts';
import { VisitCards } from '../card/visit-cards.tsx';
import { useCreate, useCreateIn } from '../create/use-create.ts';
import filterStyles from '../filters/filters.module.css';
import { LazyWeekFilters } from '../filters/lazy-week-filters.tsx';
import { addressOf, toggled, withMain } from '../shown-operations.ts';
import { Strip } from '../strip/strip.tsx';
import { useAddress } from '../use-address.ts';
import type { CalendarProps } from './calendar-props.ts';
import { NoSlots } from './no-slots.tsx';
import styles from './several.module.css';
import { useCalendar } from './use-calendar.ts';
import { Week } from './week.tsx';
import { CalendarFailed } from './week-failed.tsx';

const VisitDialogs = lazyPart(() => import('../card/visit-dialogs.tsx'));

type Props = CalendarProps & {
  /** In the order of the bar, so that none moves when another becomes the main one. */
  boards: readonly OperationBoard[];
  views: readonly WeekView[];
};

/** The weeks of several operations below each other, which one frame moves. */
export function SeveralCalendars({ boards, views, ...props }: Props) {
  const main = props.board.operation;
  const others = boards.map(({ operation }) => operation).filter((operation) => operation !== main);
  return (
    <div className={boardStyles.calendar}>
      <div className={filterStyles.row} data-alone>
        <LazyWeekFilters board={props.board} filter={props.params.filter} />
      </div>
      <div id="week" tabIndex={-1} className={styles.calendars} data-calendars>
        {boards.map((board, at) => (
          <OperationCalendar
            key={board.operation}
            {...props}
            board={board}
            view={views[at]!}
            shown={[main, ...others]}
          />
        ))}
      </div>
    </div>
  );
}

type OperationProps = CalendarProps & {
  view: WeekView;
  /** The operations of the board, the main one first. */
  shown: readonly string[];
};

/** One of them, live by itself: what fails or is empty here leaves the others as they are. */
function OperationCalendar(props: OperationProps) {
  const { board, view, shown, params, today, hour, mode, mayConfigure } = props;
  const { operation } = board;
  const isMain = operation === shown[0];
  const { operationNames, permissions } = useViewer();
  const name = operationNames[operation] ?? operation;
  const turn = useTurnWeek(today);
  const showPast = useShowPast();
  // Zones are the main operation's.
  const filter = isMain ? params.filter : { ...params.filter, zone: null };
  const calendar = useCalendar(board, view, today, filter);
  const { week, reload, slots, names, filtering, strip, withoutSlots } = calendar;
  const create = useCreateAmong(operation, shown, params.order !== null);
  const area = useRef<HTMLElement>(null);
  const dialogsOpened = useRef(false);
  if (params.action) dialogsOpened.current = true;
  const heading = useId();
  return (
    <section ref={area} aria-labelledby={heading} className={styles.operation} data-operation={operation}>
      <OperationHead
        id={heading}
        name={name}
        operation={operation}
        shown={shown}
        withList={mode === 'jefetec'}
      >
        <Strip {...strip} only={params.only} />
      </OperationHead>
      {week.status === 'failed' ? (
        <CalendarFailed diagnostic={week.diagnostic ?? boardWords.calendarFailed} retry={reload} />
      ) : withoutSlots ? (
        <NoSlots operation={operation} mayConfigure={mayConfigure} />
      ) : (
        <Week
          week={week}
          slots={slots}
          names={names}
          filtering={filtering}
          today={today}
          hour={hour}
          mode={mode}
          turn={turn}
          among={name}
          create={mode === 'jefetec' && permissions.includes('can_create_visit') ? create : null}
          creating={params.creating}
          found={params.foundVisit}
          looked={params.visit}
          pastOpen={params.pastOpen}
          showPast={showPast}
        />
      )}
      <VisitCards area={area} week={week} slots={slots} names={names} mode={mode} />
      {mode === 'jefetec' && dialogsOpened.current && (
        <Suspense fallback={null}>
          <VisitDialogs week={week} params={params} today={today} />
        </Suspense>
      )}
    </section>
  );
}

/** What begins a visit in one of the calendars: its orders are those of the main one, which it becomes. */
function useCreateAmong(operation: string, shown: readonly string[], hasOrder: boolean) {
  const createHere = useCreate(hasOrder);
  const createThere = useCreateIn(operation, shown);
  return operation === shown[0] ? createHere : createThere;
}

type WaysProps = { name: string; operation: string; shown: readonly string[]; withList: boolean };

/** Whose calendar it is, how its day goes, and what leads from it. */
const OperationHead = ({ id, children, ...ways }: WaysProps & { id: string; children: React.ReactNode }) => (
  <header className={styles.head}>
    <h2 id={id} className={styles.name}>
      {ways.name}
    </h2>
    <div className={styles.strip}>{children}</div>
    <Ways {...ways} />
  </header>
);

/** From a calendar to the orders of its operation, and out of the board. */
function Ways({ name, operation, shown, withList }: WaysProps) {
  const { set } = useAddress();
  const main = shown[0]!;
  const show = (operations: readonly string[]) => set(addressOf(operations, main));
  return (
    <div className={styles.ways}>
      {withList && (
        <PlainButton
          size="compact"
          look={operation === main ? 'light' : 'subtle'}
          aria-pressed={operation === main}
          aria-label={boardWords.showOrdersOf(name)}
          title={operation === main ? boardWords.inList : boardWords.showOrdersOf(name)}
          onClick={() => operation !== main && show(withMain(shown, operation))}
        >
          <IconListDetails size={14} aria-hidden />
          {boardWords.orders}
        </PlainButton>
      )}
      <PlainIconButton
        size="small"
        aria-label={boardWords.takeOut(name)}
        title={boardWords.takeOut(name)}
        onClick={() => show(toggled(shown, operation))}
      >
        <IconX size={16} aria-hidden />
      </PlainIconButton>
    </div>
  );
}
