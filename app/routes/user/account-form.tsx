import { Button, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { editUserInput } from '../../../db/commands/accounts/edit-user-input.ts';
import styles from '../../accounts/accounts.module.css';
import { AuditLine } from '../../accounts/audit-line.tsx';
import type { WiredAuditRow } from '../../accounts/audit-text.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { useCommandForm } from '../../forms/use-command-form.ts';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/toast.tsx';
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
  const isNew = id === null;
  const navigate = useNavigate();
  const [made, setMade] = useState<(ShownPassword & { id: number }) | null>(null);
  const form = useCommandForm<AccountFields>({
    command: 'editUser',
    schema: editUserInput,
    saved: fieldsOf(account),
    version: account?.version ?? 0,
    seen: history[0]?.id ?? 0,
    isNew,
    names: { operations: 'subsidiaries', technician: 'is_technician' },
    input: ({ fields, changes }, version) => inputOf(id, isNew ? fields : changes, version),
    conflict: 'user-changed',
    unchanged: () => showDone(texts.nothing),
    failed: (text, _, refusal) => (shown.some((field) => refusal.fields[field]) ? null : texts.failed(text)),
    done: (answer, { fields }) => {
      if (!isNew) {
        showDone(texts.saved);
        return reload();
      }
      pass();
      const { id: added, temporary_password: password } = answer as {
        id: number;
        temporary_password: string | null;
      };
      const username = fields.username.trim().toLowerCase();
      setMade({ id: added, password, username, name: nameOf(fields) });
    },
    reload,
  });
  const { fields, dirty, errors } = form;
  const pass = useUnsaved(dirty, question);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const input = (name: 'firstName' | 'lastName' | 'username' | 'email' | 'profile', label: string) => ({
    ...form.text(name),
    name,
    label,
    autoComplete: 'off',
    inputWrapperOrder: hintBelow,
  });
  const openVisits = (account?.openVisits ?? []).reduce((sum, { count }) => sum + count, 0);
  const held = account?.technicianId != null && openVisits > 0 && fields.technician;
  return (
    <>
      <CommandForm
        form={form}
        className={styles.form}
        actionsClassName={styles.actions}
        gap="md"
        label={isNew ? texts.newTitle : texts.title}
        changed={texts.changed}
        changes={history
          .filter((row) => row.id > form.base.seen)
          .map((row) => <AuditLine key={row.id} row={row} />)}
        actions={
          <>
            <Button type="submit" loading={form.busy}>
              {isNew ? texts.create : texts.save}
            </Button>
            <Button variant="default" onClick={isNew || !dirty ? () => navigate('/users') : form.clear}>
              {!isNew && dirty ? setupWords.discard : texts.cancel}
            </Button>
          </>
        }
      >
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
              data={Object.entries(texts.views).map(([value, label]) => ({ value, label }))}
              {...form.text('defaultView')}
            />
          </div>
        </Section>
        <Section title={texts.operations}>
          <Stack gap="md">
            <Switch
              label={texts.technician}
              description={held ? texts.technicianHeld(openVisits) : texts.technicianHint}
              disabled={held}
              error={errors.is_technician}
              {...form.check('technician')}
            />
            {account?.technicianId != null && (
              <Text size="sm">{texts.technicianId(account.technicianId)}</Text>
            )}
            <OperationFields {...form.value('operations')} all={operations} technician={fields.technician} />
          </Stack>
        </Section>
        <Section title={texts.permissions}>
          <PermissionFields
            value={fields.permissions}
            onChange={(permissions) => form.change({ permissions })}
            own={own}
          />
        </Section>
      </CommandForm>
      <TemporaryPassword
        shown={made}
        close={() => made && navigate(`/users/${made.id}`, { replace: true })}
      />
    </>
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
