import { Anchor, Badge, Box, Text } from '@mantine/core';
import type { SerializeFrom } from '@remix-run/node';
import { Link } from '@remix-run/react';
import type { ListedUser } from '../../../db/reads/people/users.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import styles from '../../accounts/accounts.module.css';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';

const { users: texts } = accountWords;
type User = SerializeFrom<ListedUser>;
type Props = { users: User[]; names: Record<string, string> };

/** The list where there is room for columns. */
export function UserTable({ users, names }: Props) {
  return (
    <Box visibleFrom="sm">
      <table className={styles.table}>
        <thead>
          <tr>
            {[texts.name, texts.username, texts.operations, texts.profile, texts.lastSignIn].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id} data-user-id={user.id} data-off={user.active ? undefined : true}>
              <td>
                <NameLink user={user} />
                <Badges user={user} />
              </td>
              <td>
                {user.username}
                {user.email && (
                  <Text size="xs" c="dimmed">
                    {user.email}
                  </Text>
                )}
              </td>
              <td>{operationsOf(user, names)}</td>
              <td>{user.profile}</td>
              <td className={styles.nowrap}>{lastSignInOf(user)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

/** The same on a phone. */
export function UserCards({ users, names }: Props) {
  return (
    <Box component="ul" hiddenFrom="sm" className={styles.cards}>
      {users.map((user) => (
        <li key={user.id} className={styles.card} data-whole data-user-id={user.id}>
          <NameLink user={user} />
          <Badges user={user} />
          <Text size="sm">
            {user.username}
            {user.profile && ` · ${user.profile}`}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.operations}: {operationsOf(user, names)}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.lastSignIn}: {lastSignInOf(user)}
          </Text>
        </li>
      ))}
    </Box>
  );
}

const NameLink = ({ user }: { user: User }) => (
  <Anchor component={Link} to={`/users/${user.id}`} fw={600} size="sm">
    {`${user.firstName} ${user.lastName}`.trim() || user.username}
  </Anchor>
);

function Badges({ user }: { user: User }) {
  const shown = [
    !user.active && texts.inactive,
    user.administrator && texts.administrator,
    user.technicianId !== null && texts.technician,
    user.mustChangePassword && texts.temporary,
  ].filter((text) => text !== false);
  if (shown.length === 0) return null;
  return (
    <div className={styles.badges}>
      {shown.map((text) => (
        <Badge key={text} variant="default" size="sm" tt="none">
          {text}
        </Badge>
      ))}
    </div>
  );
}

const operationsOf = (user: User, names: Record<string, string>): string =>
  user.operations.map((code) => names[code] ?? code).join(', ') || texts.none;

const lastSignInOf = ({ lastSignInAt }: User): string =>
  lastSignInAt ? formatInstant(new Date(lastSignInAt)) : texts.never;
