import { Alert, Button, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { temporaryPasswordDays } from '../../../machines/access/password.ts';
import styles from '../../accounts/accounts.module.css';
import { accounts as accountWords } from '../../words/setup/accounts-words.ts';

const { user: texts } = accountWords;

/** A password just made; `password` is null where its first answer was lost on the way. */
export type ShownPassword = { password: string | null; username: string; name: string };

/** The temporary password, once: only the button closes it, so that a stray press loses nothing. */
export function TemporaryPassword({ shown, close }: { shown: ShownPassword | null; close: () => void }) {
  return (
    <Modal
      opened={shown !== null}
      onClose={close}
      title={shown ? texts.shownTitle(shown.name) : ''}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {shown && (
        <Stack gap="md">
          {shown.password === null ? (
            <Alert color="orange" variant="light" role="alert">
              {texts.shownLost}
            </Alert>
          ) : (
            <>
              <code className={styles.secret} data-temporary-password>
                {shown.password}
              </code>
              <Text size="sm">{texts.shown(shown.username)}</Text>
              <Text size="sm" fw={600}>
                {texts.shownOnce(temporaryPasswordDays)}
              </Text>
            </>
          )}
          <Group justify="flex-end">
            {shown.password !== null && (
              <CopyButton value={shown.password} timeout={3_000}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    onClick={copy}
                    aria-live="polite"
                    leftSection={
                      copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                    }
                  >
                    {copied ? texts.copied : texts.copy}
                  </Button>
                )}
              </CopyButton>
            )}
            <Button onClick={close} data-autofocus>
              {texts.close}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
