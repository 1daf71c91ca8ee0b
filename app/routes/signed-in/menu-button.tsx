import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { fetchOnMantine } from '../../ui/fetch-on-mantine.ts';
import { showRefused } from '../../ui/toast.ts';
import { headerWords } from '../../words/shell.ts';
import type { HeaderMenu } from './header-menus.tsx';
import type { Viewer } from './load-viewer.ts';

/** It takes the place of the one that was pressed, and has the focus when the menu is closed. */
const focus = (element: HTMLButtonElement | null) => element?.focus();

type Props = {
  className: string | undefined;
  label: string;
  load: () => Promise<ComponentType<HeaderMenu>>;
  viewer: Viewer;
  children: ReactNode;
};

/** A button whose menu is loaded when it is first wanted: at its press, or already when the pointer or the focus comes. */
export function MenuButton({ className, label, load, viewer, children }: Props) {
  const [Menu, setMenu] = useState<ComponentType<HeaderMenu> | null>(null);
  const bringNearer = () => void fetchOnMantine(load).catch(() => {});
  const open = async () => {
    const loaded = await fetchOnMantine(load).catch(() => null);
    if (loaded) setMenu(() => loaded);
    else showRefused(headerWords.menuFailed);
  };
  const button = (more: Partial<ComponentProps<'button'>>) => (
    <button type="button" className={className} aria-label={label} {...more}>
      {children}
    </button>
  );
  if (Menu) return <Menu viewer={viewer} button={button({ ref: focus })} />;
  return button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void open(),
    onPointerEnter: bringNearer,
    onFocus: bringNearer,
  });
}
