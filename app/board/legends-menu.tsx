import { Menu } from '@mantine/core';
import { DroppedMenu } from '../ui/content/dropped.tsx';
import type { DropProps } from '../ui/plain/drop-button.tsx';
import { boardWords } from '../words/board/board-words.ts';

type Props = {
  withList: boolean;
  set: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
};

/** What the colours of the list and of the calendar mean. */
export const LegendsMenu = ({ withList, set, ...drop }: Props & DropProps) => (
  <DroppedMenu {...drop}>
    {withList && (
      <Menu.Item onClick={() => set({ ayuda: 'listado' }, { step: true })}>{boardWords.listLegend}</Menu.Item>
    )}
    <Menu.Item onClick={() => set({ ayuda: 'calendario' }, { step: true })}>
      {boardWords.calendarLegend}
    </Menu.Item>
  </DroppedMenu>
);
