import { Input, SegmentedControl, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useShortcuts } from '../../shortcuts/shortcuts.tsx';
import { useDensity } from '../../ui/density.ts';
import { profileWords } from '../../words/profile.ts';
import { shortcutsWords } from '../../words/shortcuts.ts';

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
        <SegmentedControl
          fullWidth
          aria-label={profileWords.scheme}
          value={mounted ? colorScheme : 'auto'}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({
            value,
            label: profileWords.schemes[value],
          }))}
        />
      </Input.Wrapper>
      <Input.Wrapper label={profileWords.density} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={profileWords.density}
          value={mounted ? density : 'comfortable'}
          onChange={(value) => value !== density && toggle()}
          data={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: profileWords.densities[value],
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
