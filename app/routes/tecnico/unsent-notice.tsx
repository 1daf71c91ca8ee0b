import { Alert, Button, Group, Text } from '@mantine/core';
import { useOnline } from '../../ui/use-online.ts';
import { words } from '../../words.ts';
import type { UnsentPress } from './unsent-press.ts';

const names: Record<UnsentPress['step'], string> = {
  take: words.technician.take,
  release: words.technician.release,
  onTheWay: words.technician.onTheWay,
};

/** What was pressed without a connection, until it is sent again or given up. */
export function UnsentNotice(props: { press: UnsentPress; resend: () => void; discard: () => void }) {
  const online = useOnline();
  const { press, resend, discard } = props;
  return (
    <Alert color="yellow" variant="light" title={words.technician.unsent} role="status" mb="sm">
      <Text size="sm" mb="xs" c="inherit">
        {words.technician.unsentPress(names[press.step], press.orderNumber)}
        {'. '}
        {online ? words.technician.backOnline : words.technician.offline}
      </Text>
      <Group gap="xs" grow>
        <Button variant="default" size="md" h={46} onClick={discard}>
          {words.technician.discard}
        </Button>
        <Button size="md" h={46} onClick={resend}>
          {words.technician.resend}
        </Button>
      </Group>
    </Alert>
  );
}
