import { Button, Container, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Operation } from '../../db/reads/settings/operation.ts';
import { Empty, ErrorInScreen } from '../ui/content/error-page.tsx';
import { boardWords } from '../words/board/board-words.ts';
import { setupWords } from '../words/setup/setup-words.ts';
import { History } from './history.tsx';
import type { WiredSettingEvent } from './setting-event-text.ts';
import styles from './setup.module.css';

type Props = {
  operations: Operation[];
  operation: Operation | null;
  history: WiredSettingEvent[];
  hint?: string;
  children: ReactNode;
};

/** An editor of one operation's settings: the operations, what is edited, and its history (S2 §2). */
export function SettingsScreen({ operations, operation, history, hint, children }: Props) {
  if (!operation) return <Empty title={setupWords.noOperations} hint={setupWords.noOperationsHint} />;
  return (
    <Container size="lg" py="md" w="100%">
      <Stack gap="md">
        <nav aria-label={boardWords.operations} className={styles.operations}>
          {operations.map(({ code, name }) => (
            <Button
              key={code}
              component={Link}
              to={`?op=${code}`}
              size="xs"
              variant={code === operation.code ? 'filled' : 'default'}
              aria-current={code === operation.code ? 'page' : undefined}
            >
              {name}
            </Button>
          ))}
        </nav>
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        {children}
        <History events={history} />
      </Stack>
    </Container>
  );
}

/** Refused or failed: from there one goes back to the settings. */
export const SettingsError = () => <ErrorInScreen back={{ to: '/setup', text: setupWords.title }} />;
