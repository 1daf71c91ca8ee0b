import { Input, SegmentedControl, Stack, Switch, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useShortcuts } from '../../shortcuts/shortcuts.tsx';
import { useDensity } from '../../ui/density.ts';
import { words } from '../../words.ts';

/** What the user chose for themself: the shortcuts of one key on every device, colours and rows on this one. */
export function PreferenceFields() {
  const { singleKeys, setSingleKeys } = useShortcuts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { density, toggle } = useDensity();
  // The device knows; the server does not.
  const mounted = useMounted();
  return (
    <Stack gap="md">
      <Input.Wrapper label={words.profile.scheme} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.profile.scheme}
          value={mounted ? colorScheme : 'auto'}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({
            value,
            label: words.profile.schemes[value],
          }))}
        />
      </Input.Wrapper>
      <Input.Wrapper label={words.profile.density} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.profile.density}
          value={mounted ? density : 'comfortable'}
          onChange={(value) => value !== density && toggle()}
          data={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: words.profile.densities[value],
          }))}
        />
      </Input.Wrapper>
      <Switch
        label={words.shortcuts.singleKeys}
        description={words.shortcuts.singleKeysHint}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Stack>
  );
}
