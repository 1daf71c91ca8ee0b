import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@remix-run/react';
import { mayDo } from '../../../machines/access/permissions.ts';
import type { VisitFacts } from '../../../machines/visit/facts.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { dayWords } from '../../words/board/day-words.ts';
import { visitCardWords as words } from '../../words/board/visit-card-words.ts';
import { useAddress } from '../use-address.ts';
import { type BoardMode, pathOf } from '../week/visit-chip.tsx';
import { type Act, actsOn } from './acts.ts';
import { asking } from './asking.ts';
import styles from './visit-card.module.css';

type Props = {
  visit: VisitFacts & { id: number; orderNumber: string };
  mode: BoardMode;
  /** On the board of a day. */
  day?: boolean;
  /** The board has it, and the dialogs about it. */
  here?: boolean;
  /** The visits that are chosen: one of several is moved with all of them. */
  chosen?: ReadonlySet<number>;
  /** The card closes, and the focus is on the visit's chip, where a dialog gives it back. */
  leave: () => void;
};

/** What a dispatcher does about a visit; in the calendar that is only read, where it leads. */
export function CardActions({ visit, mode, day = false, here = true, chosen, leave }: Props) {
  const viewer = useViewer();
  const { search, set } = useAddress();
  const ids = chosen?.has(visit.id) ? [...chosen] : [visit.id];
  const ask = (step: Act['step']) => {
    leave();
    set(asking(step, ids, search), { step: true });
  };
  const { acts, reasons } =
    mode === 'jefetec' && here ? actsOn(visit, viewer, day) : { acts: [], reasons: [] };
  return (
    <div className={styles.actions}>
      {ids.length > 1 && <span className={styles.chosen}>{dayWords.selected(ids.length)}</span>}
      {acts.length > 0 && (
        <Group gap={6}>
          {acts.map(({ step, label, Icon }, index) => (
            <Button
              key={step}
              size="xs"
              variant={index === 0 ? 'filled' : 'default'}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => ask(step)}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
      {reasons.map((reason) => (
        <p key={reason} className={styles.why}>
          {reason}
        </p>
      ))}
      <Group gap="sm">
        <Anchor component={Link} size="sm" className={styles.link} to={pathOf(visit, mode)}>
          {words.open}
        </Anchor>
        {mayDo(viewer, 'can_query_order') && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            className={styles.link}
            onClick={() => {
              leave();
              set({ orden: visit.orderNumber, cliente: null, ver: null }, { step: true });
            }}
          >
            {words.order}
          </Anchor>
        )}
      </Group>
    </div>
  );
}
