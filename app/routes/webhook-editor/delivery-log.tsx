import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import type { DeliveryState } from '../../../machines/webhook/webhook.ts';
import { useAddress } from '../../board/use-address.ts';
import { useSend } from '../../forms/use-send.ts';
import setup from '../../setup/setup.module.css';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { StateMark } from '../../webhooks/marks.tsx';
import styles from '../../webhooks/webhooks.module.css';
import { setupWords } from '../../words/setup/setup-words.ts';
import { webhookWords } from '../../words/setup/webhooks-words.ts';
import { LogFilters } from './log-filters.tsx';

type Moment = Date | string | null;
export type ShownDelivery = {
  id: number;
  operation: string;
  version: number | null;
  type: string;
  visitId: number | null;
  orderNumber: string | null;
  state: DeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastProblem: string | null;
  createdAt: Date | string;
  nextAt: Moment;
  endedAt: Moment;
};

type Props = {
  webhook: { id: number; enabled: boolean; lost: number };
  page: { deliveries: ShownDelivery[]; more: boolean };
  reload: () => void;
};

const { log, delivery: texts, type: typeName } = webhookWords;
export const moment = (at: Date | string) => formatInstant(new Date(at));

/** What was sent, newest first, and what became of it. */
export function DeliveryLog({ webhook, page, reload }: Props) {
  const { search, set } = useAddress();
  const params = new URLSearchParams(search);
  const filtered = ['estado', 'tipo', 'ot', 'antes'].some((name) => params.has(name));
  const { busy, send } = useSend();
  const resendAll = async () => {
    const outcome = await send('resendDeliveries', { id: webhook.id });
    if (!outcome) return;
    if (outcome.ok) showDone(log.resent(Number(outcome.data.resent), Number(outcome.data.left)));
    else showRefused(log.resendFailed(outcome.text || setupWords.noNetwork));
    reload();
  };
  const { deliveries, more } = page;
  return (
    <Stack gap="sm">
      <div className={styles.bar}>
        <Text size="xs" c="dimmed">
          {log.live}
        </Text>
        <ReasonedButton
          variant="default"
          loading={busy}
          onClick={() => void resendAll()}
          why={webhook.lost === 0 ? log.resendAllNone : webhook.enabled ? null : log.resendAllOff}
        >
          {log.resendAll}
        </ReasonedButton>
      </div>
      <LogFilters params={params} set={set} />
      {deliveries.length === 0 ? (
        <Empty title={filtered ? log.noMatch : log.empty} {...(filtered ? {} : { hint: log.emptyHint })} />
      ) : (
        <LogTable deliveries={deliveries} open={(id) => set({ entrega: String(id) }, { step: true })} />
      )}
      <Group gap="xs">
        {more && (
          <Button
            variant="default"
            onClick={() => set({ antes: String(deliveries.at(-1)!.id) }, { step: true })}
          >
            {log.older}
          </Button>
        )}
        {params.has('antes') && (
          <Button variant="default" onClick={() => set({ antes: null }, { step: true })}>
            {log.newest}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function LogTable(props: { deliveries: ShownDelivery[]; open: (id: number) => void }) {
  const { columns } = log;
  return (
    <table className={setup.table} aria-label={log.title}>
      <thead>
        <tr>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.event}</th>
          <th scope="col" className={styles.narrow}>
            {columns.about}
          </th>
          <th scope="col" className={styles.narrow}>
            {columns.attempts}
          </th>
          <th scope="col" className={styles.narrow}>
            {columns.answer}
          </th>
          <th scope="col" className={styles.narrow}>
            {columns.next}
          </th>
          <th scope="col">
            <span className="visually-hidden">{columns.open}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.deliveries.map((delivery) => (
          <LogRow key={delivery.id} delivery={delivery} open={props.open} />
        ))}
      </tbody>
    </table>
  );
}

function LogRow({ delivery, open }: { delivery: ShownDelivery; open: (id: number) => void }) {
  return (
    <tr data-delivery-id={delivery.id} data-state={delivery.state}>
      <td>
        <StateMark state={delivery.state} />
      </td>
      <td>
        {typeName(delivery.type)}
        <span className={styles.quiet}>{moment(delivery.createdAt)}</span>
        {(delivery.orderNumber || delivery.visitId) && (
          <span className={styles.onPhone}>
            <About delivery={delivery} />
          </span>
        )}
      </td>
      <td className={styles.narrow}>
        <About delivery={delivery} />
      </td>
      <td className={styles.narrow}>{delivery.attempts}</td>
      <td className={styles.narrow}>{lastAnswer(delivery)}</td>
      <td className={`${styles.narrow} ${styles.keep}`}>{delivery.nextAt ? moment(delivery.nextAt) : '–'}</td>
      <td className={styles.open}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={log.openOne(delivery.id)}
          onClick={() => open(delivery.id)}
        >
          {log.open}
        </Button>
      </td>
    </tr>
  );
}

const lastAnswer = ({ lastStatus, lastProblem }: ShownDelivery) =>
  lastProblem ?? (lastStatus === null ? '–' : texts.status(lastStatus));

/** Links to the delivery's order and visit. */
export function About({ delivery }: { delivery: ShownDelivery }) {
  const { orderNumber, visitId, operation } = delivery;
  if (!orderNumber && !visitId) return <>–</>;
  return (
    <>
      {orderNumber && (
        <Anchor
          component={Link}
          to={`/jefetec?op=${operation}&orden=${orderNumber}`}
          size="sm"
          display="block"
          className={styles.about}
        >
          {log.order(orderNumber)}
        </Anchor>
      )}
      {visitId && (
        <Anchor
          component={Link}
          to={`/visit/view/${visitId}/default`}
          size="sm"
          display="block"
          className={styles.about}
        >
          {log.visit(visitId)}
        </Anchor>
      )}
    </>
  );
}
