import { Alert, Button, Group, Text } from '@mantine/core';
import { useOnline } from '../../ui/use-online.ts';
import { technicianWords } from '../../words/technician.ts';
import type { UnsentPress } from './unsent-press.ts';

const names: Record<UnsentPress['step'], string> = {
  take: technicianWords.take,
  release: technicianWords.release,
  onTheWay: technicianWords.onTheWay,
};

/** What was pressed without a connection, until it is sent again or given up. */
export function UnsentNotice(props: { press: UnsentPress; resend: () => void; discard: () => void }) {
  const online = useOnline();
  const { press, resend, discard } = props;
  return (
    <Alert color="yellow" variant="light" title={technicianWords.unsent} role="status" mb="sm">
      <Text size="sm" mb="xs" c="inherit">
        {technicianWords.unsentPress(names[press.step], press.orderNumber)}
        {'. '}
        {online ? technicianWords.backOnline : technicianWords.offline}
      </Text>
      <Group gap="xs" grow>
        <Button variant="default" size="md" h={46} onClick={discard}>
          {technicianWords.discard}
        </Button>
        <Button size="md" h={46} onClick={resend}>
          {technicianWords.resend}
        </Button>
      </Group>
    </Alert>
  );
}
