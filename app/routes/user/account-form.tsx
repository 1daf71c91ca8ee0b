import { Alert, Button, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { editUserInput } from '../../../db/commands/accounts/edit-user-input.ts';
import styles from '../../accounts/accounts.module.css';
import { AuditLine } from '../../accounts/audit-line.tsx';
import type { WiredAuditRow } from '../../accounts/audit-text.ts';
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { useSend } from '../../forms/use-send.ts';
import { Section } from '../../ui/section.tsx';
import { tellDone } from '../../ui/toast.tsx';
import { type Question, useUnsaved } from '../../ui/use-unsaved.tsx';
import { accounts as accountWords } from '../../words/accounts.ts';
import { setupWords } from '../../words/setup.ts';
import { type AccountFields, fieldsOf, inputOf, nameOf, type WiredAccount } from './account-input.ts';
import { OperationFields } from './operation-fields.tsx';
import { PermissionFields } from './permission-fields.tsx';
import { type ShownPassword, TemporaryPassword } from './temporary-password.tsx';

const { user: texts } = accountWords;
const question: Question = {
  title: texts.unsavedTitle,
  text: texts.unsaved,
  leave: setupWords.discard,
  stay: setupWords.stay,
};

type Props = {
  /** Null: the account does not exist yet. */
  account: WiredAccount | null;
  operations: { code: string; name: string }[];
  history: WiredAuditRow[];
  own: boolean;
  reload: () => void;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
};

/** What an administrator sets of an account, saved together; a new one answers its temporary password. */
export function AccountForm({ account, operations, history, own, reload, onDirty }: Props) {
  const id = account?.id ?? null;
  const version = account?.version ?? 0;
  const draft = useDraft<AccountFields>(fieldsOf(account), { version, seen: history[0]?.id ?? 0 });
  const { fields, changes, base, dirty, change, clear } = draft;
  const pass = useUnsaved(dirty, question);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { busy, send } = useSend();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  const [savedAs, setSavedAs] = useState<number | null>(null);
  const [made, setMade] = useState<(ShownPassword & { id: number }) | null>(null);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the screen has read what was saved
  useEffect(() => {
    if (savedAs === null || version < savedAs) return;
    clear();
    setSavedAs(null);
    setStale(false);
  }, [savedAs, version]);

  const save = async (seen: number) => {
    const outcome = await send('editUser', inputOf(id, id === null ? fields : changes, seen));
    if (!outcome) return;
    if (outcome.ok) {
      const saved = outcome.data as { id: number; version: number; temporary_password: string | null };
      if (id === null) {
        pass();
        const { username } = fields;
        return setMade({
          id: saved.id,
          password: saved.temporary_password,
          username: username.trim().toLowerCase(),
          name: nameOf(fields),
        });
      }
      tellDone(texts.saved);
      draft.saved(saved.version);
      setSavedAs(saved.version);
      return reload();
    }
    if (outcome.code === 'user-changed') {
      setStale(true);
      return reload();
    }
    setErrors(outcome.fields);
    const named = Object.keys(outcome.fields).some((field) => shown.includes(field));
    setFailure(
      named ? null : outcome.status === 0 ? texts.failed(setupWords.noNetwork) : texts.failed(outcome.text),
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    setErrors({});
    if (!dirty && id !== null) return tellDone(texts.nothing);
    const checked = editUserInput.safeParse(inputOf(id, id === null ? fields : changes, base.version));
    if (checked.success) return void save(base.version);
    const wrong = checked.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
    setErrors(Object.fromEntries(wrong.toReversed()));
    const first = shown.find((field) => wrong.some(([name]) => name === field));
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const input = (name: 'firstName' | 'lastName' | 'username' | 'email' | 'profile', label: string) => ({
    name,
    label,
    value: fields[name],
    error: errors[name],
    autoComplete: 'off',
    inputWrapperOrder: hintBelow,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const openVisits = (account?.openVisits ?? []).reduce((sum, { count }) => sum + count, 0);
  const held = account?.technicianId != null && openVisits > 0;
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={id === null ? texts.newTitle : texts.title}
    >
      <Stack gap="md">
        <Section title={texts.person}>
          <div className={styles.grid}>
            <TextInput {...input('firstName', texts.firstName)} maxLength={60} />
            <TextInput {...input('lastName', texts.lastName)} maxLength={60} />
            <TextInput
              {...input('username', texts.username)}
              description={texts.usernameHint}
              maxLength={40}
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextInput {...input('email', texts.email)} type="email" maxLength={200} />
            <TextInput {...input('profile', texts.profile)} description={texts.profileHint} maxLength={60} />
            <NativeSelect
              name="defaultView"
              label={texts.view}
              description={texts.viewHint}
              inputWrapperOrder={hintBelow}
              value={fields.defaultView}
              data={Object.entries(texts.views).map(([value, label]) => ({ value, label }))}
              onChange={(event) => change({ defaultView: event.currentTarget.value })}
              error={errors.defaultView}
            />
          </div>
        </Section>
        <Section title={texts.operations}>
          <Stack gap="md">
            <Switch
              label={texts.technician}
              description={
                held && fields.technician ? texts.technicianHeld(openVisits) : texts.technicianHint
              }
              checked={fields.technician}
              disabled={held && fields.technician}
              error={errors.is_technician}
              onChange={(event) => change({ technician: event.currentTarget.checked })}
            />
            {account?.technicianId != null && (
              <Text size="sm">{texts.technicianId(account.technicianId)}</Text>
            )}
            <OperationFields
              value={fields.operations}
              onChange={(list) => change({ operations: list })}
              all={operations}
              technician={fields.technician}
              error={errors.subsidiaries}
            />
          </Stack>
        </Section>
        <Section title={texts.permissions}>
          <PermissionFields
            value={fields.permissions}
            onChange={(list) => change({ permissions: list })}
            own={own}
          />
        </Section>
        {id !== null && dirty && savedAs === null && (stale || version > base.version) && (
          <ChangedMeanwhile
            text={stale ? `${setupWords.notSaved} ${texts.changed}` : texts.changed}
            events={history
              .filter((row) => row.id > base.seen)
              .map((row) => <AuditLine key={row.id} row={row} />)}
            busy={busy}
            retry={
              stale
                ? () => {
                    draft.rebase();
                    setStale(false);
                    void save(version);
                  }
                : undefined
            }
          />
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <div className={styles.actions}>
          <Button type="submit" loading={busy}>
            {id === null ? texts.create : texts.save}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              if (id === null || !dirty) return navigate('/users');
              clear();
              setStale(false);
              setErrors({});
              setFailure(null);
            }}
          >
            {id !== null && dirty ? setupWords.discard : texts.cancel}
          </Button>
        </div>
      </Stack>
      <TemporaryPassword
        shown={made}
        close={() => made && navigate(`/users/${made.id}`, { replace: true })}
      />
    </form>
  );
}

/** So that fields beside each other stand in one line. */
const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** The fields beside which a message stands, from top to bottom. */
const shown = [
  'firstName',
  'lastName',
  'username',
  'email',
  'profile',
  'defaultView',
  'subsidiaries',
  'is_technician',
];
