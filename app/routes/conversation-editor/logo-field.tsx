import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { conversationEditorWords as words } from '../../words/setup/conversation-editor-words.ts';
import styles from './logo-field.module.css';
import { shrinkLogo } from './shrink-logo.ts';

type Props = {
  /** A logo's name as it is kept, a data URL as it was chosen, or '' for none. */
  value: string;
  onChange: (value: string) => void;
  company: string;
  error: string | undefined;
};

/** The company's logo, seen as the customer's page shows it, saved with the rest of the form. */
export function LogoField({ value, onChange, company, error }: Props) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const reset = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    const shrunk = await shrinkLogo(file).catch(() => null);
    setBusy(false);
    setFailed(shrunk === null);
    reset.current?.();
    if (shrunk !== null) onChange(shrunk);
  };
  const problem = failed ? words.logoFailed : error;
  return (
    <fieldset className={styles.field}>
      <Input.Label component="legend">{words.logo}</Input.Label>
      <Input.Description mb="xs">{words.logoHint}</Input.Description>
      <Group gap="sm">
        {value === '' ? (
          <Text size="sm" c="dimmed">
            {words.noLogo}
          </Text>
        ) : (
          <img
            className={styles.logo}
            src={value.startsWith('data:') ? value : `/logos/${value}`}
            alt={words.logoOf(company)}
          />
        )}
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/webp" resetRef={reset}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={busy}>
              {words.chooseLogo}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setFailed(false);
              onChange('');
            }}
          >
            {words.removeLogo}
          </Button>
        )}
      </Group>
      {problem && (
        <Text size="sm" c="red.9" role="alert" mt={6}>
          {problem}
        </Text>
      )}
    </fieldset>
  );
}
