import { Button } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { editUserInput } from '../../../db/commands/accounts/edit-user-input.ts';
import styles from '../../accounts/accounts.module.css';
import { AuditLine } from '../../accounts/audit-line.tsx';
import type { WiredAuditRow } from '../../accounts/audit-text.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { unsavedQuestion, useScreenForm } from '../../forms/use-screen-form.ts';
import { showDone } from '../../ui/toasts/toast.ts';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { type AccountFields, fieldsOf, inputOf, nameOf, type WiredAccount } from './account-input.ts';
import { AccountSections } from './account-sections.tsx';
import { type ShownPassword, TemporaryPassword } from './temporary-password.tsx';

const { user: texts } = accountWords;

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

/** A new account, with the password that its user begins with. */
type Made = ShownPassword & { id: number };

/** What an administrator sets of an account, saved together; a new one answers its temporary password. */
export function AccountForm(props: Props) {
  const { account, operations, history, own } = props;
  const isNew = account === null;
  const navigate = useNavigate();
  const [made, setMade] = useState<Made | null>(null);
  const form = useAccountForm(props, setMade);
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
            <Button variant="default" onClick={isNew || !form.dirty ? () => navigate('/users') : form.clear}>
              {!isNew && form.dirty ? setupWords.discard : texts.cancel}
            </Button>
          </>
        }
      >
        <AccountSections form={form} account={account} operations={operations} own={own} />
      </CommandForm>
      <TemporaryPassword
        shown={made}
        close={() => made && navigate(`/users/${made.id}`, { replace: true })}
      />
    </>
  );
}

/** The form over the account's fields; a new account is handed over as it was made. */
function useAccountForm({ account, history, reload, onDirty }: Props, setMade: (made: Made) => void) {
  const id = account?.id ?? null;
  const isNew = id === null;
  return useScreenForm<AccountFields>({
    command: 'editUser',
    schema: editUserInput,
    saved: fieldsOf(account),
    version: account?.version ?? null,
    seen: history[0]?.id ?? 0,
    names: { operations: 'subsidiaries', technician: 'is_technician' },
    input: ({ fields, changes }, version) => inputOf(id, isNew ? fields : changes, version),
    conflict: 'user-changed',
    unchanged: () => showDone(texts.nothing),
    failed: (text, _, refusal) => (shown.some((field) => refusal.fields[field]) ? null : texts.failed(text)),
    announce: isNew ? undefined : texts.saved,
    done: (answer, { fields }) => {
      if (!isNew) return;
      const { id: added, temporary_password: password } = answer as {
        id: number;
        temporary_password: string | null;
      };
      const username = fields.username.trim().toLowerCase();
      setMade({ id: added, password, username, name: nameOf(fields) });
    },
    unsaved: unsavedQuestion(texts.unsavedTitle, texts.unsaved),
    onDirty,
    reload,
  });
}

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
