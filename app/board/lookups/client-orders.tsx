import { Anchor, Button } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClientOrder } from '../../../db/reads/orders/order.ts';
import { mayDo } from '../../../machines/access/permissions.ts';
import { formatDay, slotLabel, weekdayName } from '../../../machines/calendar/slots.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { useSingleKey } from '../../shortcuts/shortcuts.tsx';
import { loadingWords } from '../../words/shell/shell-words.ts';
import { clientWords } from '../../words/visit/client-words.ts';
import { offerWords as words } from '../../words/visit/offer-words.ts';
import styles from './offer/offer.module.css';
import { OfferPlaces } from './offer/offer-places.tsx';
import { Offered, type OfferedVisit } from './offer/offered.tsx';
import { type About, Nothing, Section, useSection } from './section.tsx';
import { useVisitMode } from './use-visit-mode.ts';
import { VisitLink } from './visit-link.tsx';

/** What the client waits for, and 'Ofrecer un lugar' for what has no visit yet (ux.md U55). */
export function ClientOrders({ id, news, open }: About & { open: (number: string) => void }) {
  const read = useSection('clientOrders', id, news);
  return (
    <Section
      title={clientWords.pending}
      loading={loadingWords.pendingOrders}
      read={read}
      failed={() => clientWords.pendingFailed}
    >
      {({ orders }) =>
        orders.length === 0 ? (
          <Nothing text={clientWords.noPending} />
        ) : (
          <Orders id={id} news={news} orders={orders} open={open} />
        )
      }
    </Section>
  );
}

type Props = About & { orders: ClientOrder[]; open: (number: string) => void };

function Orders({ id, news, orders, open }: Props) {
  const viewer = useViewer();
  const maySee = mayDo(viewer, 'can_query_order');
  const [shown, setShown] = useState<string | null>(null);
  const [made, setMade] = useState<OfferedVisit | null>(null);
  const waiting = orders.filter(({ openVisit }) => openVisit === null);
  // The key goes from one order that waits to the next.
  useSingleKey(
    'o',
    () => {
      const next = waiting[(waiting.findIndex(({ number }) => number === shown) + 1) % waiting.length];
      if (next) setShown(next.number);
    },
    maySee && waiting.length > 0,
  );
  return (
    <ul className={styles.orders}>
      {orders.map((order) => {
        const { number, typeName, symptom, openVisit } = order;
        const opened = shown === number && openVisit === null;
        return (
          <li key={number} data-client-order={number}>
            <div className={styles.order}>
              <span className={styles.what}>
                <Anchor component="button" type="button" size="sm" onClick={() => open(number)}>
                  {number} · {typeName}
                </Anchor>
                {symptom && <span className={styles.quiet}> {symptom}</span>}
              </span>
              {openVisit === null && maySee && (
                <Button
                  size="xs"
                  variant={opened ? 'default' : 'filled'}
                  leftSection={<IconCalendarPlus size={14} aria-hidden />}
                  aria-expanded={opened}
                  aria-label={`${opened ? words.hide : words.offer}: ${number} · ${typeName}`}
                  onClick={() => setShown(opened ? null : number)}
                >
                  {opened ? words.hide : words.offer}
                </Button>
              )}
            </div>
            {opened && (
              <OfferPlaces
                number={number}
                made={(visit) => {
                  setMade(visit);
                  setShown(null);
                }}
                undone={() => {
                  setMade(null);
                  setShown(number);
                }}
              />
            )}
            {made?.order === number ? (
              <Offered key={made.id} visit={made} client={id} news={news} />
            ) : (
              openVisit && <OpenVisit visit={openVisit} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function OpenVisit({ visit }: { visit: NonNullable<ClientOrder['openVisit']> }) {
  const mode = useVisitMode();
  return (
    <div className={styles.quiet}>
      {words.openVisit} {weekdayName(visit.day)} {formatDay(visit.day).slice(0, 5)}, {slotLabel(visit)}{' '}
      <VisitLink id={visit.id} mode={mode} />
    </div>
  );
}
