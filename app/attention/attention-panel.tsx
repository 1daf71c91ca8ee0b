import { Alert, Button, Modal, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { attentionDays, attentionReasons } from '../../machines/attention/attention.ts';
import { attentionWords as words } from '../words/board/attention-words.ts';
import type { AttentionAct } from './asked.ts';
import styles from './attention.module.css';
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

/** The list: at the right side of the screen, a sheet from the bottom of a phone. */
export function AttentionPanel({ opened, covered, list, status, items, notices, close, ask }: Props) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<Text fw={650}>{words.title}</Text>}
      size={phone ? '100%' : '31rem'}
      xOffset={0}
      yOffset={0}
      classNames={{ inner: styles.inner!, content: styles.content! }}
      transitionProps={{ transition: phone ? 'slide-up' : 'slide-left' }}
      closeButtonProps={{ 'aria-label': words.close }}
      closeOnEscape={!covered}
      trapFocus={!covered}
    >
      {opened && <Body list={list} status={status} items={items} ask={ask} />}
      {opened && <Settings notices={notices} />}
    </Modal>
  );
}

function Body({ list, status, items, ask }: AttentionState & Pick<Props, 'list' | 'ask'>) {
  const body = useRef<HTMLDivElement>(null);
  useFocusKept(body, items);
  const groups = attentionReasons.flatMap((reason) => {
    const own = items.filter((item) => item.reason === reason);
    return own.length > 0 ? [{ reason, items: own }] : [];
  });
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
      {groups.length === 0 && (
        <div className={styles.empty}>
          <Text fw={600}>{words.empty}</Text>
          <Text size="sm" c="dimmed">
            {words.emptyHint}
          </Text>
        </div>
      )}
      {groups.map((group, index) => (
        <AttentionGroup
          key={group.reason}
          {...group}
          list={list}
          ask={ask}
          few={items.length < foldedFrom}
          unfolded={items.length < foldedFrom || index === 0}
        />
      ))}
      <Text size="xs" c="dimmed" mt="sm">
        {words.days(attentionDays)}
      </Text>
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
