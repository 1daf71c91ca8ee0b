import { NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { textLimits } from '../../../machines/words/text-limits.ts';
import styles from '../../accounts/accounts.module.css';
import { LimitedInput } from '../../forms/limited-text.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { Section } from '../../ui/content/section.tsx';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';
import type { AccountFields, WiredAccount } from './account-input.ts';
import { OperationFields } from './operation-fields.tsx';
import { PermissionFields } from './permission-fields.tsx';

const { user: texts } = accountWords;

type Props = {
  form: ReturnType<typeof useCommandForm<AccountFields>>;
  /** Null: the account does not exist yet. */
  account: WiredAccount | null;
  operations: { code: string; name: string }[];
  own: boolean;
};

/** Who it is, where it works, and what it may do. */
export function AccountSections({ form, account, operations, own }: Props) {
  const { fields, errors } = form;
  const openVisits = (account?.openVisits ?? []).reduce((sum, { count }) => sum + count, 0);
  const locked = account?.technicianId != null && openVisits > 0 && fields.technician;
  return (
    <>
      <Section title={texts.person}>
        <PersonFields form={form} />
      </Section>
      <Section title={texts.operations}>
        <Stack gap="md">
          <Switch
            label={texts.technician}
            description={locked ? texts.technicianHeld(openVisits) : texts.technicianHint}
            disabled={locked}
            error={errors.is_technician}
            {...form.check('technician')}
          />
          {account?.technicianId != null && <Text size="sm">{texts.technicianId(account.technicianId)}</Text>}
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
    </>
  );
}

/** By what a person is called and signs in, and where the day begins. */
function PersonFields({ form }: Pick<Props, 'form'>) {
  const input = (name: 'firstName' | 'lastName' | 'username' | 'email' | 'profile', label: string) => ({
    ...form.text(name),
    name,
    label,
    autoComplete: 'off',
    inputWrapperOrder: hintBelow,
  });
  return (
    <div className={styles.grid}>
      <LimitedInput {...input('firstName', texts.firstName)} max={textLimits.personName} />
      <LimitedInput {...input('lastName', texts.lastName)} max={textLimits.personName} />
      <LimitedInput
        {...input('username', texts.username)}
        description={texts.usernameHint}
        max={textLimits.username}
        autoCapitalize="none"
        spellCheck={false}
      />
      <LimitedInput {...input('email', texts.email)} type="email" max={textLimits.email} />
      <LimitedInput
        {...input('profile', texts.profile)}
        description={texts.profileHint}
        max={textLimits.personName}
      />
      <NativeSelect
        name="defaultView"
        label={texts.view}
        description={texts.viewHint}
        inputWrapperOrder={hintBelow}
        data={Object.entries(texts.views).map(([value, label]) => ({ value, label }))}
        {...form.text('defaultView')}
      />
    </div>
  );
}

/** So that fields beside each other stand in one line. */
const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
