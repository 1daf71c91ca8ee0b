import type { MutableRefObject, RefObject } from 'react';

export type ShownCard = {
  visitId: number;
  chip: HTMLElement;
  /** By a finger it is a sheet that stays until it is closed. */
  by: 'pointer' | 'focus' | 'touch';
};

/** What the listeners look at, and what they do. */
export type CardControls = {
  latest: RefObject<{ open: (visitId: number) => void; chosen: ReadonlySet<number> }>;
  now: RefObject<ShownCard | null>;
  timer: MutableRefObject<ReturnType<typeof setTimeout> | undefined>;
  card: RefObject<HTMLElement>;
  /** When a key last took the focus from one visit to another. */
  keyAt: MutableRefObject<number>;
  become(next: ShownCard | null): void;
  close(): void;
  giveBack(): void;
  /** The card stays, and no other comes. */
  hold(): void;
  /** The pointer has left chip and card. */
  leave(): void;
};

/** The chip that an element is, or is in. */
export const chipAt = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>('[data-visit-id][data-stop]');

export const chipOf = (event: Event): HTMLElement | null => chipAt(event.target as Element);
