import { Anchor, Stack, Text } from '@mantine/core';
import type { SerializeFrom } from '@remix-run/node';
import { Link } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenVisit } from '../../../db/reads/people/users.ts';
import { formatDay, formatInstant } from '../../../machines/calendar/slots.ts';
import styles from '../../accounts/accounts.module.css';
import { useSend } from '../../forms/use-send.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { Facts } from '../../ui/content/facts.tsx';
import { Section } from '../../ui/content/section.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { useViewer } from '../signed-in/screen.ts';
import { fieldsOf, nameOf, type WiredAccount } from './account-input.ts';
import { type ShownPassword, TemporaryPassword } from './temporary-password.tsx';

const { user: texts, users } = accountWords;

type Props = {
  account: WiredAccount;
  visits: SerializeFrom<OpenVisit>[];
  operations: { code: string; name: string }[];
  own: boolean;
  dirty: boolean;
  reload: () => void;
};

/** Whether the account is in use, and what an administrator can do with it as a whole. */
export function AccountState(props: Props) {
  const { account, visits, operations, own, dirty } = props;
  const buttons = useRef<HTMLDivElement>(null);
  const acts = useActs(props, buttons);
  const { busy, name, openVisits } = acts;
  return (
    <Section title={name}>
      <Stack gap="md">
        <Facts rows={factsOf(account)} />
        {openVisits > 0 && <OpenVisits visits={visits} count={openVisits} operations={operations} />}
        <div className={styles.bar} ref={buttons}>
          <ReasonedButton
            variant="default"
            loading={busy}
            why={own ? texts.resetOwn : account.active ? null : texts.resetInactive}
            onClick={acts.askReset}
          >
            {texts.reset}
          </ReasonedButton>
          {account.active ? (
            <ReasonedButton
              variant="default"
              loading={busy}
              why={own ? texts.ownState : dirty ? texts.saveFirst : null}
              onClick={acts.askDeactivation}
            >
              {texts.deactivate}
            </ReasonedButton>
          ) : (
            <ReasonedButton loading={busy} why={dirty ? texts.saveFirst : null} onClick={acts.askActivation}>
              {texts.activate}
            </ReasonedButton>
          )}
        </div>
      </Stack>
      <TemporaryPassword shown={acts.shown} close={acts.closePassword} />
    </Section>
  );
}

/** What the buttons do, each after a question, and where the focus is afterwards. */
function useActs({ account, reload }: Props, buttons: RefObject<HTMLDivElement>) {
  const { busy, send } = useSend();
  const [shown, setShown] = useState<ShownPassword | null>(null);
  const setFocusOn = useFocusOn(buttons, busy);
  const name = nameOf(fieldsOf(account));
  const openVisits = account.openVisits.reduce((sum, { count }) => sum + count, 0);

  const setActive = async (active: boolean) => {
    const outcome = await send('editUser', { id: account.id, active, version: account.version });
    if (!outcome) return;
    if (outcome.ok) showDone(active ? texts.activated : texts.deactivated);
    else showRefused(texts.failed(outcome.text || setupWords.noNetwork));
    setFocusOn('state');
    reload();
  };
  const reset = async () => {
    const outcome = await send('resetPassword', { id: account.id });
    if (!outcome) return;
    if (outcome.ok) {
      const password = outcome.data.temporary_password as string | null;
      setShown({ password, username: account.username, name });
    } else {
      showRefused(texts.failed(outcome.text || setupWords.noNetwork));
      setFocusOn('reset');
    }
    reload();
  };
  return {
    ...{ busy, shown, name, openVisits },
    closePassword: () => {
      setShown(null);
      setFocusOn('reset');
    },
    askDeactivation: () =>
      ask(
        texts.deactivateTitle(name),
        [
          texts.deactivateEffect,
          account.technicianId !== null && texts.deactivateTechnician,
          openVisits > 0 && texts.deactivateVisits(openVisits),
          texts.deactivateKeeps,
        ],
        texts.deactivate,
        () => void setActive(false),
        true,
      ),
    askActivation: () =>
      ask(
        texts.activateTitle(name),
        [texts.activateEffect],
        texts.activate,
        () => void setActive(true),
        false,
      ),
    askReset: () => ask(texts.resetTitle(name), [texts.resetEffect], texts.reset, () => void reset(), true),
  };
}

/** Where the focus goes: back to the button that was pressed, or to the one in its place. */
function useFocusOn(buttons: RefObject<HTMLDivElement>, busy: boolean) {
  const [focusOn, setFocusOn] = useState<'reset' | 'state' | null>(null);
  // A button that waits is off, and what is off lets the focus go: it is put there once the button is on again.
  useEffect(() => {
    if (busy || focusOn === null) return;
    buttons.current?.querySelectorAll('button')[focusOn === 'reset' ? 0 : 1]?.focus();
    setFocusOn(null);
  }, [busy, focusOn, buttons]);
  return setFocusOn;
}

/** @param red whether what is asked takes something from the user */
const ask = (title: string, effects: (string | false)[], label: string, go: () => void, red: boolean) =>
  confirm(
    {
      title,
      text: effects.filter((text) => text !== false),
      confirm: label,
      cancel: texts.back,
      harmless: !red,
    },
    go,
  );

function factsOf(account: WiredAccount) {
  const at = (instant: Date | string | null) => instant && formatInstant(new Date(instant));
  const until = account.mustChangePassword ? account.temporaryPasswordExpiresAt : null;
  const expired = until !== null && new Date(until) < new Date();
  return [
    [texts.state, account.active ? texts.active : texts.inactive(at(account.deactivatedAt) ?? '')] as const,
    [texts.created, at(account.createdAt)] as const,
    [texts.lastSignIn, at(account.lastSignInAt) ?? users.never] as const,
    [texts.lastSeen, at(account.lastSeenAt)] as const,
    [
      texts.password,
      until && (expired ? texts.temporaryExpired(at(until)!) : texts.temporary(at(until)!)),
    ] as const,
  ];
}

/** The visits that another technician has to take; those of the user's own operations link to the visit. */
function OpenVisits({ visits, count, operations }: Pick<Props, 'visits' | 'operations'> & { count: number }) {
  const viewer = useViewer();
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.openVisits(count)}
      </Text>
      <ul className={styles.visits}>
        {visits.map(({ id, day, operation }) => {
          const text = texts.visit(
            id,
            formatDay(day),
            operations.find(({ code }) => code === operation)?.name ?? operation,
          );
          return (
            <li key={id}>
              {viewer.operations.includes(operation) ? (
                <Anchor component={Link} to={`/visit/view/${id}/jefetec`} size="sm">
                  {text}
                </Anchor>
              ) : (
                text
              )}
            </li>
          );
        })}
      </ul>
      {count > visits.length && (
        <Text size="xs" c="dimmed">
          {texts.openVisitsMore(visits.length)}
        </Text>
      )}
    </div>
  );
}
