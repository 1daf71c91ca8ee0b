import { Kbd, Modal, Stack, Switch, Text } from '@mantine/core';
import { shortcutsWords } from '../words/shell/shortcuts-words.ts';
import { orderWords } from '../words/visit/order-words.ts';
import styles from './shortcuts.module.css';
import { useShortcuts } from './shortcuts.tsx';

/** Every shortcut, and the switch for those of one character (ux.md U18, U19). */
export function ShortcutsDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const { singleKeys, setSingleKeys } = useShortcuts();
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={shortcutsWords.title}
      closeButtonProps={{ 'aria-label': orderWords.close }}
    >
      <Stack gap="md">
        <Switch
          data-autofocus
          label={shortcutsWords.singleKeys}
          description={shortcutsWords.singleKeysHint}
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
        {shortcutsWords.groups.map((group) => (
          <section key={group.title}>
            <Text fw={600} size="sm" mb={6}>
              {group.title}
            </Text>
            <dl className={styles.list}>
              {group.keys.map(([keys, what]) => (
                <div key={keys} className={styles.row}>
                  <dt>
                    <Kbd>{keys}</Kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
