import { Input, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useShortcuts } from '../../shortcuts/shortcuts.tsx';
import { useDensity } from '../../ui/mantine/density.ts';
import { PlainChoice } from '../../ui/plain/plain-choice.tsx';
import { profileWords } from '../../words/shell/profile-words.ts';
import { shortcutsWords } from '../../words/shell/shortcuts-words.ts';

/** What the user chose for themself: the shortcuts of one key on every device, colours and rows on this one. */
export function PreferenceFields() {
  const { singleKeys, setSingleKeys } = useShortcuts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { density, toggle } = useDensity();
  // The device knows; the server does not.
  const mounted = useMounted();
  return (
    <Stack gap="md">
      <Input.Wrapper label={profileWords.scheme} labelElement="div">
        <PlainChoice
          wide
          label={profileWords.scheme}
          value={mounted ? colorScheme : 'auto'}
          choose={setColorScheme}
          choices={(['auto', 'light', 'dark'] as const).map((value) => ({
            value,
            text: profileWords.schemes[value],
          }))}
        />
      </Input.Wrapper>
      <Input.Wrapper label={profileWords.density} labelElement="div">
        <PlainChoice
          wide
          label={profileWords.density}
          value={mounted ? density : 'comfortable'}
          choose={(value) => value !== density && toggle()}
          choices={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            text: profileWords.densities[value],
          }))}
        />
      </Input.Wrapper>
      <Switch
        label={shortcutsWords.singleKeys}
        description={shortcutsWords.singleKeysHint}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Stack>
  );
}
