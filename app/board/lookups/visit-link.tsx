import { Anchor } from '@mantine/core';
import { Link } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { boardWords } from '../../words/board/board-words.ts';
import { useAddress } from '../use-address.ts';

/** A visit that a panel lists: it opens beside the board, and in another tab or window on its page. */
export function VisitLink({ id, mode }: { id: number; mode: 'jefetec' | 'calendario' | 'default' }) {
  const { set } = useAddress();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    set({ ver: String(id), orden: null, cliente: null, ticket: null }, { step: true });
  };
  return (
    <Anchor
      component={Link}
      to={`/visit/view/${id}/${mode}`}
      size="sm"
      // Within a line of text colour alone does not say that it is a link (WCAG 1.4.1).
      underline="always"
      onClick={open}
    >
      {boardWords.visit(id)}
    </Anchor>
  );
}
