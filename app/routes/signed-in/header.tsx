import { Menu, Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { Form, Link, useLocation, useNavigate } from '@remix-run/react';
import {
  IconArrowLeft,
  IconChevronDown,
  IconHome,
  IconMenu2,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Permission } from '../../../machines/access/permissions.ts';
import { useAddress } from '../../board/board-params.ts';
import { openPalette } from '../../shortcuts/palette-asked.ts';
import { useDensity } from '../../ui/density.ts';
import { densityWords, headerWords } from '../../words/shell.ts';
import { paletteWords, shortcutsWords } from '../../words/shortcuts.ts';
import { LiveSign } from './connection-banner.tsx';
import { HeaderSearch } from './header-search.tsx';
import type { Viewer } from './load-viewer.ts';
import { useScreen } from './screen.ts';
import styles from './signed-in.module.css';

/** With any of them there is something to set up: not everybody has the board whose menu leads there. */
const setsUp: Permission[] = [
  'can_edit_timestripes',
  'can_edit_priorities',
  'can_edit_zones',
  'can_edit_conversation',
  'can_manage_webhooks',
  'can_manage_users',
];

/** Units of scroll after which the header changes colour (S1 §2). */
const scrollThreshold = 100;

/** S1 §2 'Header': back, home, title, search, the dispatcher's menu, the user's menu. */
export function Header({ viewer }: { viewer: Viewer }) {
  const screen = useScreen();
  const location = useLocation();
  const navigate = useNavigate();
  const scrolled = useScrolled();
  const atHome = location.pathname === viewer.home;
  return (
    <header className={styles.header} data-scrolled={scrolled || undefined}>
      {!atHome && (
        <Tooltip label={headerWords.back}>
          <button
            type="button"
            className={styles.icon}
            aria-label={headerWords.back}
            onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(viewer.home))}
          >
            <IconArrowLeft size={20} aria-hidden />
          </button>
        </Tooltip>
      )}
      {screen.parent && (
        <Tooltip label={headerWords.home}>
          <Link to={screen.parent} className={styles.icon} aria-label={headerWords.home}>
            <IconHome size={20} aria-hidden />
          </Link>
        </Tooltip>
      )}
      <h1 className={styles.title} id="screen-title">
        {screen.title}
      </h1>
      <div className={styles.spring} />
      {screen.search && <HeaderSearch />}
      <LiveSign />
      <SchemeSwitch />
      {location.pathname === '/jefetec' && (
        <>
          <Link to="/reports" className={styles.place}>
            {headerWords.reports}
          </Link>
          <Link to="/setup" className={styles.place}>
            {headerWords.setup}
          </Link>
          <DispatcherMenu />
        </>
      )}
      <UserMenu viewer={viewer} />
    </header>
  );
}

/** From whatever is shown now, the system's choice included, to the other; remembered. */
function useSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: false });
  return () => {
    const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
    setColorScheme(isDark ? 'light' : 'dark');
  };
}

function SchemeSwitch() {
  const toggle = useSchemeToggle();
  return (
    <button
      type="button"
      className={`${styles.icon} ${styles.wide}`}
      onClick={toggle}
      aria-label={headerWords.scheme}
      title={headerWords.scheme}
    >
      <IconMoon size={18} aria-hidden className="only-light" />
      <IconSun size={18} aria-hidden className="only-dark" />
    </button>
  );
}

function DispatcherMenu() {
  const { set } = useAddress();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button type="button" className={styles.icon} aria-label={headerWords.dispatcherMenu}>
          <IconMenu2 size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}

function UserMenu({ viewer }: { viewer: Viewer }) {
  const toggle = useSchemeToggle();
  const { density, toggle: toggleDensity } = useDensity();
  const { set: setAddress } = useAddress();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton className={styles.user} aria-label={`${headerWords.menu}: ${viewer.fullName}`}>
          {viewer.hasPicture ? (
            <img src="/board/picture" alt="" width={26} height={26} className={styles.picture} />
          ) : (
            <IconUserCircle size={22} aria-hidden />
          )}
          <span className={styles.wide}>{viewer.fullName}</span>
          <IconChevronDown size={14} aria-hidden className={styles.wide} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
          {paletteWords.open} <span className="only-keys">{paletteWords.key}</span>
        </Menu.Item>
        <Menu.Item className="only-keys" onClick={() => setAddress({ ayuda: 'atajos' }, { step: true })}>
          {shortcutsWords.title}
        </Menu.Item>
        <Menu.Item onClick={toggleDensity}>
          {density === 'compact' ? densityWords.comfortable : densityWords.compact}
        </Menu.Item>
        <Menu.Item hiddenFrom="sm" onClick={toggle}>
          {headerWords.scheme}
        </Menu.Item>
        <Menu.Divider />
        <Form method="post" action="/logout">
          <Menu.Item type="submit" component="button">
            {headerWords.signOut}
          </Menu.Item>
        </Form>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether the page, or the board's own panels, are scrolled beyond the threshold. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = (event: Event) => {
      const target = event.target;
      const top = target instanceof HTMLElement ? target.scrollTop : window.scrollY;
      setScrolled(top > scrollThreshold);
    };
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, []);
  return scrolled;
}
