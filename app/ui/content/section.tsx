import { Card, Title } from '@mantine/core';
import { useId } from 'react';

/** One part of a screen, with its title. */
export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <Card withBorder component="section" aria-labelledby={id}>
      <Title order={3} size="h6" mb="xs" id={id}>
        {title}
      </Title>
      {children}
    </Card>
  );
}
