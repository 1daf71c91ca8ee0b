import { Alert, Anchor, Avatar, Badge, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import {
  IconBrandTelegram,
  IconDeviceMobile,
  IconDeviceMobileOff,
  IconMessageOff,
} from '@tabler/icons-react';
import type { Operation } from '../../db/reads/settings/operation.ts';
import { formatDay } from '../../machines/calendar/slots.ts';
import { type MyTechnician, pendingLimit } from '../../machines/report/reports.ts';
import { useAddress } from '../board/use-address.ts';
import { newKey, sendCommand } from '../data/send-command.ts';
import { Empty } from '../ui/content/error-page.tsx';
import { confirm } from '../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../ui/toasts/toast.ts';
import { reportsWords } from '../words/shell/reports-words.ts';
import { technicianWords } from '../words/technician/technician-words.ts';
import { readAddress } from './report-address.ts';
import styles from './reports.module.css';
import { useReport } from './use-report.ts';

const t = reportsWords.techs;

/** S2 §2 'My technicians report': who they are, what waits for them, what they use. */
export function MyTechnicians({ operations, today }: { operations: Operation[]; today: string }) {
  const { search, set, shut } = useAddress();
  const params = new URLSearchParams(search);
  const codes = operations.map(({ code }) => code);
  const { operation } = readAddress('my_techs', params, { operations: codes, today });
  const { shown, ask } = useReport('my_techs', '');
  const all = shown.state === 'shown' ? (shown.rows as MyTechnician[]) : [];
  const technicians = all.filter(
    (technician) => operation === null || technician.operations.some(({ code }) => code === operation),
  );
  const opened = all.find(({ id }) => String(id) === params.get('tecnico')) ?? null;
  return (
    <Stack gap="md">
      <OperationFilter operations={operations} chosen={operation} choose={(code) => set({ op: code })} />
      {shown.state === 'loading' && (
        <div className={styles.technicians} aria-hidden>
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <Skeleton key={index} h={148} radius="md" />
          ))}
        </div>
      )}
      {shown.state === 'error' && (
        <Alert color="orange" variant="light" role="alert" title={reportsWords.warning}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{shown.text}</Text>
            <Button size="xs" onClick={ask}>
              {reportsWords.retry}
            </Button>
          </Stack>
        </Alert>
      )}
      {shown.state === 'shown' && technicians.length === 0 && <Empty title={t.none} hint={t.noneHint} />}
      <ul className={styles.technicians}>
        {technicians.map((technician) => (
          <li key={technician.id}>
            <Card
              technician={technician}
              open={() => set({ tecnico: String(technician.id) }, { step: true })}
            />
          </li>
        ))}
      </ul>
      <Modal
        opened={opened !== null}
        onClose={() => shut({ tecnico: null })}
        title={opened ? t.modal(opened.fullName) : ''}
        closeButtonProps={{ 'aria-label': reportsWords.close }}
      >
        {opened && <Pending technician={opened} reload={ask} />}
      </Modal>
    </Stack>
  );
}

function OperationFilter(props: {
  operations: Operation[];
  /** Null: all of them. */
  chosen: string | null;
  choose: (code: string | null) => void;
}) {
  const { operations, chosen, choose } = props;
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">{t.filter}</legend>
      {[{ code: null, name: t.all }, ...operations].map(({ code, name }) => (
        <Button
          key={code ?? ''}
          size="xs"
          variant={code === chosen ? 'filled' : 'default'}
          aria-pressed={code === chosen}
          onClick={() => choose(code)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

function Card({ technician, open }: { technician: MyTechnician; open: () => void }) {
  const { fullName, picture, operations, pendingCount, activeOnAgenda, activeOnTelegram } = technician;
  const uses = [
    [
      activeOnAgenda,
      activeOnAgenda ? IconDeviceMobile : IconDeviceMobileOff,
      activeOnAgenda ? t.agenda : t.noAgenda,
    ],
    [
      activeOnTelegram,
      activeOnTelegram ? IconBrandTelegram : IconMessageOff,
      activeOnTelegram ? t.telegram : t.noTelegram,
    ],
  ] as const;
  return (
    <article className={styles.technician} aria-label={fullName}>
      <Avatar size={44} src={picture} name={fullName} alt="" color="petrol" className={styles.photo} />
      <div className={styles.who}>
        <Text fw={600}>{fullName}</Text>
        <Group gap={4}>
          {operations.map(({ code, name }) => (
            <Badge key={code} variant="default" tt="none" size="sm">
              {name}
            </Badge>
          ))}
        </Group>
        <ul className={styles.uses}>
          {uses.map(([on, Icon, text]) => (
            // What most have is an icon; what is lacking is said.
            <li key={text} data-on={on || undefined} title={text}>
              <Icon size={16} aria-hidden />{' '}
              <span className={on ? 'visually-hidden' : undefined}>{text}</span>
            </li>
          ))}
        </ul>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={open}>
            {t.pending(pendingCount)}
          </Button>
          <Anchor component={Link} to={`/tecnico/${encodeURIComponent(technician.username)}/hoja`} size="sm">
            {technicianWords.sheet}
          </Anchor>
        </Group>
      </div>
    </article>
  );
}

/** The pending visits, oldest first up to the server's limit, and the way to unlink the technician from the bot. */
function Pending({ technician, reload }: { technician: MyTechnician; reload: () => void }) {
  const { fullName, username, pending, pendingCount, pendingIsOverLimit, activeOnTelegram } = technician;
  const unlink = () =>
    confirm(
      { title: t.unlinkTitle, text: t.unlinkText(fullName), confirm: t.unlink, cancel: t.back },
      async () => {
        const outcome = await sendCommand('unlinkChat', { boxi_username: username }, newKey());
        if (outcome.ok) showDone(t.unlinked);
        else showRefused(t.unlinkFailed);
        reload();
      },
    );
  return (
    <Stack gap="sm">
      {pendingCount === 0 ? (
        <Text size="sm">{t.pending(0)}</Text>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.date}</th>
              <th scope="col">{t.visit}</th>
              <th scope="col">{t.order}</th>
            </tr>
          </thead>
          <tbody>
            {pending.map(({ visitId, day, orderNumber }) => (
              <tr key={visitId}>
                <td>{formatDay(day)}</td>
                <td>
                  <Link
                    to={`/visit/view/${visitId}/jefetec`}
                    aria-label={reportsWords.opens.visit(String(visitId))}
                  >
                    {visitId}
                  </Link>
                </td>
                <td>{orderNumber}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {pendingIsOverLimit && (
        <Text size="sm" c="dimmed">
          {t.overLimit(pendingLimit)}
        </Text>
      )}
      {activeOnTelegram && (
        <Button variant="default" onClick={unlink}>
          {t.unlink}
        </Button>
      )}
    </Stack>
  );
}
