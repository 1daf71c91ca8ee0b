import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect } from 'react';

/** The cards of the list of orders can be dragged onto the day board while it is shown; the list knows nothing of it. */
export function useDraggableOrders(on: boolean): void {
  useEffect(() => {
    const list = document.getElementById('orders');
    if (!on || !list) return;
    const made = new Map<HTMLElement, () => void>();
    const make = () => {
      const cards = new Set(list.querySelectorAll<HTMLElement>('[data-order]'));
      for (const [card, undo] of made)
        if (!cards.has(card)) {
          undo();
          made.delete(card);
        }
      for (const card of cards)
        if (!made.has(card))
          made.set(
            card,
            draggable({ element: card, getInitialData: () => ({ orderNumber: card.dataset.order }) }),
          );
    };
    make();
    const observer = new MutationObserver(make);
    observer.observe(list, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const undo of made.values()) undo();
    };
  }, [on]);
}
