import {
  Alert,
  Button,
  CloseButton,
  Modal,
  NativeSelect,
  Skeleton,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { attentionDays } from '../../machines/attention/attention.ts';
import { reasonsOf } from '../../machines/attention/concerns.ts';
import { today } from '../../machines/calendar/slots.ts';
import { useEscape } from '../board/use-escape.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { attentionWords as words } from '../words/board/attention-words.ts';
import type { AttentionAct } from './asked.ts';
import styles from './attention.module.css';
import {
  type AttentionFilter,
  type Group,
  grouped,
  passes,
  readFilter,
  writeFilter,
} from './attention-filter.ts';
import { AttentionGroup } from './attention-group.tsx';
import type { AttentionList, AttentionState, Item } from './attention-list.ts';
import type { Notices } from './use-notices.ts';

type Props = AttentionState & {
  opened: boolean;
  /** A dialog lies over it. */
  covered: boolean;
  list: AttentionList;
  notices: Notices;
  close: () => void;
  ask: (act: AttentionAct, key: string) => void;
};

/** More things than this are shown folded, by reason. */
const foldedFrom = 30;

/** The list: beside the screen, which stays in sight and in use; on a phone a sheet from its bottom. */
export function AttentionPanel(props: Props) {
  const { opened, covered, list, status, items, notices, close, ask } = props;
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const content = (
    <>
      <Body list={list} status={status} items={items} ask={ask} />
      <Settings notices={notices} />
    </>
  );
  if (!phone)
    return (
      opened && (
        <Beside covered={covered} close={close}>
          {content}
        </Beside>
      )
    );
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<Text fw={650}>{words.title}</Text>}
      size="100%"
      xOffset={0}
      yOffset={0}
      classNames={{ inner: styles.inner!, content: styles.content! }}
      transitionProps={{ transition: 'slide-up' }}
      closeButtonProps={{ 'aria-label': words.close }}
      closeOnEscape={!covered}
      trapFocus={!covered}
    >
      {opened && content}
    </Modal>
  );
}

/** A dialog that is not modal; its place is the frame's, whose screen gives way (`attention.module.css`). */
function Beside({ covered, close, children }: Pick<Props, 'covered' | 'close'> & { children: ReactNode }) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEscape(covered ? null : close);
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const here = panel.current;
    here?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      // Elsewhere on the screen by now: there it stays.
      if (now === document.body || here?.contains(now)) opener?.focus({ preventScroll: true });
    };
  }, []);
  return createPortal(
    <section
      ref={panel}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={id}
      className={styles.beside}
      data-beside="attention"
    >
      <header className={styles.besideHead}>
        <h2 id={id}>{words.title}</h2>
        <CloseButton aria-label={words.close} title={words.close} onClick={close} />
      </header>
      <div className={styles.besideBody}>{children}</div>
    </section>,
    document.body,
  );
}

function Body({ list, status, items, ask }: AttentionState & Pick<Props, 'list' | 'ask'>) {
  const body = useRef<HTMLDivElement>(null);
  useFocusKept(body, items);
  const { filter, choose, reasons, operations } = useFilter();
  const shown = items.filter((item) => passes(item, filter));
  const { present, past } = grouped(shown, today(new Date()));
  const few = shown.length < foldedFrom;
  if (status === 'asking')
    return (
      <Stack aria-busy>
        <Text size="sm" c="dimmed">
          {words.loading}
        </Text>
        <Skeleton height={72} />
        <Skeleton height={72} />
      </Stack>
    );
  if (status === 'failed')
    return (
      <Alert color="red" variant="light" role="alert">
        <Stack gap="sm" align="flex-start">
          {words.failed}
          <Button size="sm" variant="default" onClick={list.retry}>
            {words.retry}
          </Button>
        </Stack>
      </Alert>
    );
  return (
    <div ref={body} tabIndex={-1} className={styles.body}>
      <Filters filter={filter} choose={choose} reasons={reasons} operations={operations} items={items} />
      {present.length === 0 && <Nothing isFiltered={items.length > 0} hasPast={past.length > 0} />}
      {present.map(({ reason, items: own }, index) => (
        <AttentionGroup
          key={reason}
          reason={reason}
          items={own}
          list={list}
          ask={ask}
          few={few}
          unfolded={few || index === 0}
        />
      ))}
      <Past groups={past} list={list} ask={ask} />
      <Text size="xs" c="dimmed" mt="sm">
        {words.days(attentionDays)}
      </Text>
    </div>
  );
}

function Nothing({ isFiltered, hasPast }: { isFiltered: boolean; hasPast: boolean }) {
  return (
    <div className={styles.empty}>
      <Text fw={600}>{hasPast ? words.nothingToday : isFiltered ? words.nothingFiltered : words.empty}</Text>
      {!hasPast && (
        <Text size="sm" c="dimmed">
          {isFiltered ? words.nothingFilteredHint : words.emptyHint}
        </Text>
      )}
    </div>
  );
}

/** What days before today have left, folded: what can still be saved today stands first. */
function Past({ groups, list, ask }: { groups: Group[] } & Pick<Props, 'list' | 'ask'>) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <section className={styles.past}>
      <button
        type="button"
        className={styles.pastFold}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span>{words.past}</span> <span className={styles.many}>{count}</span>
      </button>
      <div id={id}>
        {open &&
          groups.map(({ reason, items }) => (
            <AttentionGroup
              key={reason}
              reason={reason}
              items={items}
              list={list}
              ask={ask}
              few={count < foldedFrom}
              unfolded={groups.length === 1}
            />
          ))}
      </div>
    </section>
  );
}

/** What the user has chosen to see, as this browser remembers it. */
function useFilter() {
  const viewer = useViewer();
  const { operations } = viewer;
  const reasons = useMemo(() => reasonsOf(viewer), [viewer]);
  const [filter, setFilter] = useState(() => readFilter({ operations, reasons }));
  const choose = (change: Partial<AttentionFilter>) => {
    const next = { ...filter, ...change };
    writeFilter(next);
    setFilter(next);
  };
  return { filter, choose, reasons, operations };
}

/** One operation, one kind, each with how many there are; of a user with one operation the kind alone. */
function Filters(props: ReturnType<typeof useFilter> & { items: readonly Item[] }) {
  const { filter, choose, reasons, operations, items } = props;
  const { operationNames } = useViewer();
  const count = (change: Partial<AttentionFilter>) =>
    items.filter((item) => passes(item, { ...filter, ...change })).length;
  return (
    <div className={styles.filters}>
      {operations.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={words.filterOperation}
          value={filter.operation ?? ''}
          onChange={({ currentTarget: { value } }) => choose({ operation: value || null })}
          data={[
            { value: '', label: words.counted(words.allOperations, count({ operation: null })) },
            ...operations.map((code) => ({
              value: code,
              label: words.counted(operationNames[code] ?? code, count({ operation: code })),
            })),
          ]}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label={words.filterReason}
        value={filter.reason ?? ''}
        onChange={({ currentTarget: { value } }) =>
          choose({ reason: reasons.find((name) => name === value) ?? null })
        }
        data={[
          { value: '', label: words.counted(words.allReasons, count({ reason: null })) },
          ...reasons.map((reason) => ({
            value: reason,
            label: words.counted(words.groups[reason], count({ reason })),
          })),
        ]}
      />
    </div>
  );
}

/** Of a row that ends the focus goes to the next one, not to the top of the page. */
function useFocusKept(body: React.RefObject<HTMLElement>, items: readonly Item[]) {
  const at = useRef(-1);
  useEffect(() => {
    const root = body.current;
    if (!root) return;
    const note = (event: FocusEvent) => {
      const row = (event.target as Element).closest('[data-attention]');
      at.current = row ? [...root.querySelectorAll('[data-attention]')].indexOf(row) : -1;
    };
    root.addEventListener('focusin', note);
    return () => root.removeEventListener('focusin', note);
  }, [body]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the list has changed
  useEffect(() => {
    if (document.activeElement !== document.body || at.current < 0) return;
    const rows = [...(body.current?.querySelectorAll('[data-attention]') ?? [])];
    const row = rows[Math.min(at.current, rows.length - 1)];
    (row?.querySelector<HTMLElement>('button, a') ?? body.current)?.focus();
  }, [items]);
}

function Settings({ notices }: { notices: Notices }) {
  return (
    <section className={styles.settings} aria-label={words.settings}>
      <Text fw={600} size="sm">
        {words.settings}
      </Text>
      {notices.hasDesktop && (
        <Switch
          label={words.desktop}
          description={words.desktopHint}
          {...(notices.refused ? { error: words.desktopRefused } : {})}
          checked={notices.desktop}
          onChange={(event) => void notices.setDesktop(event.currentTarget.checked)}
        />
      )}
      <Switch
        label={words.sound}
        checked={notices.sound}
        onChange={(event) => notices.setSound(event.currentTarget.checked)}
      />
    </section>
  );
}
