import { useRevalidator } from '@remix-run/react';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef } from 'react';
import { today } from '../../machines/calendar/slots.ts';
import { useDayViews } from '../data/use-week.ts';
import { wallWords as words } from '../words/board/wall-words.ts';
import { LeaveLink } from './leave-link.tsx';
import { OperationWall } from './operation-wall.tsx';
import { useCycle } from './use-cycle.ts';
import { useReloadForNewBuild } from './use-new-build.ts';
import { useWakeLock } from './use-wake-lock.ts';
import type { WallBoard } from './use-wall-part.ts';
import { useWallTime } from './use-wall-time.ts';
import styles from './wall.module.css';
import { WallMessage } from './wall-message.tsx';

type Props = {
  boards: WallBoard[];
  /** Surnames, by the technician's id. */
  technicians: Record<number, string>;
  seconds: number;
  light: boolean;
  /** When the server drew the page, in milliseconds. */
  drawnAt: number;
  home: string;
  /** Leads to the sign-in, and from there back. */
  signIn: string;
  session: { ended: boolean; ask: () => Promise<boolean> };
};

/** Between two readings of names, slots and operations, however often they are asked for. */
const readEveryMs = 60_000;

/** Each operation in its turn, large; live for as long as the screen is on. */
export function Wall({ boards, technicians, seconds, light, drawnAt, home, signIn, session }: Props) {
  const now = useWallTime(drawnAt);
  const refresh = useRefresh(session.ask);
  const { at, turn } = useCycle(boards.length, seconds);
  useWakeLock();
  useReloadForNewBuild(session.ask);
  const day = now && today(now);
  // Another day has other operations, names and slots.
  const shownDay = useRef(day);
  useEffect(() => {
    if (shownDay.current && day && shownDay.current !== day) refresh();
    shownDay.current = day;
  }, [day, refresh]);
  return (
    <div className={styles.wall} data-light={light || undefined} style={shiftAt(now)}>
      <main id="main" className={styles.page}>
        {session.ended ? (
          <WallMessage title={words.ended} hint={words.endedHint}>
            <a href={signIn} className={styles.signIn}>
              {words.signIn}
            </a>
          </WallMessage>
        ) : boards.length === 0 ? (
          <WallMessage title={words.noOperations} hint={words.noOperationsHint} />
        ) : (
          now &&
          day && (
            <Days boards={boards} technicians={technicians} now={now} day={day} at={at} refresh={refresh} />
          )
        )}
        {boards.length > 1 && !session.ended && (
          <div className={styles.cycle}>
            <span className={styles.position}>{words.of(at + 1, boards.length)}</span>
            <div className={styles.track} aria-hidden>
              <div key={turn} className={styles.bar} style={{ animationDuration: `${seconds}s` }} />
            </div>
          </div>
        )}
      </main>
      <LeaveLink to={home} />
    </div>
  );
}

type DaysProps = Pick<Props, 'boards' | 'technicians'> & {
  now: Date;
  day: string;
  at: number;
  refresh: () => void;
};

/** All of them are followed all the time, so that a turn asks the server for nothing. */
function Days({ boards, technicians, now, day, at, refresh }: DaysProps) {
  const codes = useMemo(() => boards.map(({ operation }) => operation), [boards]);
  const views = useDayViews(codes, day);
  return boards.map((board, index) => (
    <OperationWall
      key={board.operation}
      board={board}
      technicians={technicians}
      now={now}
      day={day}
      refresh={refresh}
      view={views[index]!}
      shown={index === at}
    />
  ));
}

/** Reads the screen's data again, once the server answers in this session: without it the reading would lead to the login. */
function useRefresh(ask: () => Promise<boolean>): () => void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const last = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    const read = async () => {
      last.current = Date.now();
      if (await ask()) revalidate();
      else timer.current = setTimeout(() => void read(), readEveryMs);
    };
    timer.current = setTimeout(() => void read(), Math.max(0, last.current + readEveryMs - Date.now()));
  }, [ask, revalidate]);
}

/** Nothing stands on the same points of the screen all day: each minute a little aside. */
function shiftAt(now: Date | null): CSSProperties | undefined {
  if (!now) return undefined;
  const minute = Math.floor(now.getTime() / 60_000);
  return { '--x': `${((minute * 5) % 13) - 6}px`, '--y': `${((minute * 3) % 9) - 4}px` } as CSSProperties;
}
