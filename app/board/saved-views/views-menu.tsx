import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { DropButton } from '../../ui/plain/drop-button.tsx';
import { savedViewWords as words } from '../../words/board/saved-views-words.ts';
import styles from './saved-views.module.css';
import type { ViewsProps } from './views-dropdown.tsx';

const loadDropdown = () => import('./views-dropdown.tsx').then(({ ViewsDropdown }) => ViewsDropdown);

/** The user's views: which one is shown; opened, all that can be done with them. */
export function ViewsMenu(props: ViewsProps) {
  const { shown } = props;
  const label = shown ? words.shown(shown.view.name, shown.changed) : words.menu;
  const Icon = shown ? IconBookmarkFilled : IconBookmark;
  return (
    <DropButton
      kind="menu"
      label={label}
      load={loadDropdown}
      ahead
      given={props}
      look={shown ? 'light' : 'subtle'}
      size="small"
      className={styles.button}
      aria-label={label}
      title={label}
      data-view={shown?.view.id}
    >
      <Icon size={16} aria-hidden />
      <span className={styles.name}>{shown?.view.name ?? words.menu}</span>
      {shown?.changed && <span className={styles.changed}>{words.changed}</span>}
    </DropButton>
  );
}
