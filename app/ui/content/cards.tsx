import { Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import type { TablerIcon } from '@tabler/icons-react';
import styles from './cards.module.css';

/** `document`: what is there is a page of its own, and none of the screens. */
export type Card = { to: string; title: string; text: string; icon: TablerIcon; document?: boolean };

/** Cards that lead somewhere, each with what is there in one sentence. */
export function Cards({ cards }: { cards: Card[] }) {
  return (
    <div className={styles.cards} data-threes={(cards.length > 4 && cards.length % 4 === 1) || undefined}>
      {cards.map(({ to, title, text, icon: Icon, document = false }) => (
        <Link key={title} to={to} reloadDocument={document} className={styles.card}>
          <Icon size={28} aria-hidden />
          <span>
            <Text fw={600} component="span" display="block">
              {title}
            </Text>
            <Text size="sm" c="dimmed" component="span">
              {text}
            </Text>
          </span>
        </Link>
      ))}
    </div>
  );
}
