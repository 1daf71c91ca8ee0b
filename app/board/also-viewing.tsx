import { Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type Person, useLive } from '../data/live.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { shellWords } from '../words/shell/shell-words.ts';

/**
 * 'También está viendo: …' (ux.md U10): the others who have the same thing open.
 * @param thing `visit.123` or `order.11400000001`
 */
export function AlsoViewing({ thing }: { thing: string }) {
  const live = useLive();
  const { userId } = useViewer();
  const [people, setPeople] = useState<Person[]>([]);
  useEffect(() => {
    setPeople([]);
    return live.look(thing, setPeople);
  }, [live, thing]);
  const others = people.filter((person) => person.userId !== userId);
  return (
    <Text size="sm" c="dimmed" role="status" component="span">
      {others.length > 0 && (
        <>
          <IconEye size={16} aria-hidden style={{ verticalAlign: '-3px' }} />{' '}
          {shellWords.alsoViewing(others.map(({ name }) => name))}
        </>
      )}
    </Text>
  );
}
