import { Menu } from '@mantine/core';
import { Form, Link, useSubmit } from '@remix-run/react';
import type { FormEvent } from 'react';
import type { Permission } from '../../../machines/access/permissions.ts';
import { useAddress } from '../../board/use-address.ts';
import { useSteps } from '../../offline/steps.tsx';
import { openPalette } from '../../palette/palette-asked.ts';
import { DroppedMenu } from '../../ui/content/dropped.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { useDensity } from '../../ui/mantine/density.ts';
import { toggleColorScheme } from '../../ui/mantine/use-color-scheme.ts';
import type { DropProps } from '../../ui/plain/drop-button.tsx';
import { pendingWords } from '../../words/board/pending-words.ts';
import { densityWords, headerWords } from '../../words/shell/shell-words.ts';
import { shortcutsWords } from '../../words/shell/shortcuts-words.ts';
import type { Viewer } from './load-viewer.server.ts';
import styles from './signed-in.module.css';

/** With any of them there is something to set up: not everybody has the board whose menu leads there. */
const setsUp: Permission[] = [
  'can_edit_timestripes',
  'can_edit_priorities',
  'can_edit_zones',
  'can_edit_crew',
  'can_edit_conversation',
  'can_manage_webhooks',
  'can_import_records',
  'can_manage_users',
];

export function DispatcherMenu(drop: DropProps) {
  const { set } = useAddress();
  return (
    <DroppedMenu {...drop}>
      <Menu.Item onClick={() => set({ vista: 'listado', lista: null })}>{headerWords.showList}</Menu.Item>
      <Menu.Item hiddenFrom="sm" onClick={() => set({ vista: null })}>
        {headerWords.showCalendar}
      </Menu.Item>
      <Menu.Item component={Link} to="/reports">
        {headerWords.reports}
      </Menu.Item>
      <Menu.Item component={Link} to="/setup">
        {headerWords.setup}
      </Menu.Item>
    </DroppedMenu>
  );
}

export function UserMenu({ viewer, ...drop }: { viewer: Viewer } & DropProps) {
  const { density, toggle: toggleDensity } = useDensity();
  const { set: setAddress } = useAddress();
  const askFirst = useSignOutQuestion();
  return (
    <DroppedMenu {...drop}>
      <Menu.Item component={Link} to="/profile">
        {headerWords.profile} <span className={styles.whose}>{viewer.fullName}</span>
      </Menu.Item>
      {viewer.maySwitchViews && (
        <>
          <Menu.Item component={Link} to="/jefetec">
            {headerWords.dispatcherView}
          </Menu.Item>
          <Menu.Item component={Link} to="/tecnico">
            {headerWords.technicianView}
          </Menu.Item>
        </>
      )}
      {viewer.permissions.includes('can_manage_users') && (
        <Menu.Item component={Link} to="/mailbox">
          {headerWords.mailbox}
        </Menu.Item>
      )}
      {setsUp.some((permission) => viewer.permissions.includes(permission)) && (
        <Menu.Item component={Link} to="/setup">
          {headerWords.setup}
        </Menu.Item>
      )}
      <Menu.Item onClick={openPalette}>
        {headerWords.palette} <span className="only-keys">{headerWords.paletteKey}</span>
      </Menu.Item>
      <Menu.Item onClick={() => setAddress({ ayuda: 'cambios' }, { step: true })}>
        {headerWords.ownChanges}
      </Menu.Item>
      <Menu.Item className="only-keys" onClick={() => setAddress({ ayuda: 'atajos' }, { step: true })}>
        {shortcutsWords.title}
      </Menu.Item>
      <Menu.Item onClick={toggleDensity}>
        {density === 'compact' ? densityWords.comfortable : densityWords.compact}
      </Menu.Item>
      <Menu.Item hiddenFrom="sm" onClick={toggleColorScheme}>
        {headerWords.scheme}
      </Menu.Item>
      <Menu.Divider />
      <Form method="post" action="/logout" onSubmit={askFirst}>
        <Menu.Item type="submit" component="button">
          {headerWords.signOut}
        </Menu.Item>
      </Form>
    </DroppedMenu>
  );
}

/** What waits to be sent stays on the device until the same user signs in again: said before they leave. */
function useSignOutQuestion(): (event: FormEvent<HTMLFormElement>) => void {
  const submit = useSubmit();
  const waiting = useSteps().length;
  return (event) => {
    if (waiting === 0) return;
    event.preventDefault();
    confirm(
      {
        title: headerWords.signOut,
        text: pendingWords.signOut(waiting),
        confirm: pendingWords.signOutAnyway,
        cancel: pendingWords.stay,
      },
      () => submit(null, { method: 'post', action: '/logout' }),
    );
  };
}
