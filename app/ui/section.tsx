import { Card, Title } from '@mantine/core';

/** One part of a screen, with its title. */
export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Card withBorder component="section">
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      {children}
    </Card>
  );
}
