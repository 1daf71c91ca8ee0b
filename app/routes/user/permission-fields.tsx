import { Checkbox, Stack, Text } from '@mantine/core';
import { everyPermission, type Permission } from '../../../machines/access/permissions.ts';
import styles from '../../accounts/accounts.module.css';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';

const { user: texts, permissions: named } = accountWords;
type Group = keyof typeof texts.groups;

/** The group of each permission: a new one without a group does not compile. */
const groupOf: Record<Permission, Group> = {
  can_query_order: 'queries',
  can_query_client: 'queries',
  can_query_tts: 'queries',
  can_create_visit: 'visits',
  can_assign_visit: 'visits',
  can_cancel_visit: 'visits',
  can_finish_visit: 'visits',
  can_overbook: 'visits',
  can_edit_crew: 'setup',
  can_edit_timestripes: 'setup',
  can_edit_priorities: 'setup',
  can_edit_zones: 'setup',
  can_edit_conversation: 'setup',
  can_read_reports: 'others',
  can_switch_views: 'others',
  can_edit_telegram_chat_id: 'others',
  can_subscribe_to_techs: 'others',
  can_import_records: 'administration',
  can_manage_webhooks: 'administration',
  can_manage_users: 'administration',
};

type Props = {
  value: string[];
  onChange: (permissions: string[]) => void;
  /** One's own account: what would lock oneself out stays. */
  own: boolean;
};

/** An account's permissions in groups, each with its meaning. */
export function PermissionFields({ value, onChange, own }: Props) {
  const toggle = (permission: Permission, on: boolean) =>
    onChange(everyPermission.filter((each) => (each === permission ? on : value.includes(each))));
  return (
    <Stack gap="md">
      {own && (
        <Text size="sm" c="dimmed">
          {texts.own}
        </Text>
      )}
      {(Object.keys(texts.groups) as Group[]).map((group) => (
        <fieldset key={group} className={styles.plain}>
          <legend>{texts.groups[group]}</legend>
          <div className={styles.grid}>
            {everyPermission
              .filter((permission) => groupOf[permission] === group)
              .map((permission) => {
                const [label, description] = named[permission];
                return (
                  <Checkbox
                    size="md"
                    key={permission}
                    label={label}
                    description={description}
                    checked={value.includes(permission)}
                    disabled={own && permission === 'can_manage_users'}
                    onChange={(event) => toggle(permission, event.currentTarget.checked)}
                  />
                );
              })}
          </div>
        </fieldset>
      ))}
    </Stack>
  );
}
