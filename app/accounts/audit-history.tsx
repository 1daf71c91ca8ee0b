import { Anchor, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import setup from '../setup/setup.module.css';
import { Section } from '../ui/content/section.tsx';
import styles from './accounts.module.css';

type Props = {
  title: string;
  /** A line each, newest first; none says so. */
  lines: ReactNode[];
  none: string;
  /** Where the audit log shows the rest. */
  whole: { to: string; text: string };
};

/** What the audit log knows of what a screen is about, with the way to all of it. */
export const AuditHistory = ({ title, lines, none, whole }: Props) => (
  <Section title={title}>
    {lines.length === 0 ? (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    ) : (
      <ol className={setup.history}>{lines}</ol>
    )}
    <Anchor component={Link} to={whole.to} size="sm" mt="sm" className={styles.link}>
      {whole.text}
    </Anchor>
  </Section>
);
