import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef } from 'react';

type Data = Record<string | symbol, unknown>;

/** What stands for a day takes the visits that are dropped on it. */
export function useDayDrop(
  target: RefObject<HTMLElement>,
  day: string,
  dropOn: (data: Data, day: string) => void,
): void {
  const now = useRef({ day, dropOn });
  now.current = { day, dropOn };
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const mark = (over: boolean) => {
      if (over) element.dataset.drop = 'yes';
      else delete element.dataset.drop;
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => 'visitId' in source.data,
      onDragEnter: () => mark(true),
      onDragLeave: () => mark(false),
      onDrop: ({ source }) => {
        mark(false);
        now.current.dropOn(source.data, now.current.day);
      },
    });
  }, [target]);
}
