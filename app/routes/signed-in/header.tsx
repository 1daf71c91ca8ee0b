import { Link, useLocation, useNavigate } from '@remix-run/react';
import {
  IconArrowLeft,
  IconChevronDown,
  IconHome,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { attentionPlace } from '../../attention/place.ts';
import { initials } from '../../board/week/chip-text.ts';
import { openPalette } from '../../palette/palette-asked.ts';
import { toggleColorScheme } from '../../ui/mantine/use-color-scheme.ts';
import { DropButton } from '../../ui/plain/drop-button.tsx';
import { headerWords } from '../../words/shell/shell-words.ts';
import { LiveSign } from './connection-banner.tsx';
import { HeaderSearch } from './header-search.tsx';
import type { Viewer } from './load-viewer.server.ts';
import { useScreen } from './screen.ts';
import styles from './signed-in.module.css';

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
        <button
          type="button"
          className={styles.icon}
          aria-label={headerWords.back}
          title={headerWords.back}
          onClick={() => (window.history.length > 1 ? navigate(-1) : navigate(viewer.home))}
        >
          <IconArrowLeft size={20} aria-hidden />
        </button>
      )}
      {screen.parent && (
        <Link
          to={screen.parent}
          className={styles.icon}
          aria-label={headerWords.home}
          title={headerWords.home}
        >
          <IconHome size={20} aria-hidden />
        </Link>
      )}
      <h1 className={styles.title} id="screen-title">
        {screen.title}
      </h1>
      <div className={styles.spring} />
      {screen.search && <HeaderSearch />}
      <SearchAll />
      <LiveSign />
      {viewer.permissions.includes('can_query_client') && !location.pathname.startsWith('/tecnico') && (
        <div id={attentionPlace} className={styles.attention} />
      )}
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

/** The search of anything: on a phone its sign alone, beside the title. */
const SearchAll = () => (
  <button
    type="button"
    className={styles.searchAll}
    // Short: what it searches by are the labels of other fields.
    aria-label={headerWords.searchAll}
    title={headerWords.searchAllName}
    onClick={openPalette}
  >
    <IconSearch size={18} aria-hidden />
    <span className={styles.wide}>{headerWords.searchAll}</span>
    <kbd className={styles.key}>{headerWords.searchAllKey}</kbd>
  </button>
);

const SchemeSwitch = () => (
  <button
    type="button"
    className={`${styles.icon} ${styles.wide}`}
    onClick={toggleColorScheme}
    aria-label={headerWords.scheme}
    title={headerWords.scheme}
  >
    <IconMoon size={18} aria-hidden className="only-light" />
    <IconSun size={18} aria-hidden className="only-dark" />
  </button>
);

/** The user's picture, or their initials where it cannot be fetched. */
function OwnPicture({ name }: { name: string }) {
  const [failed, setFailed] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  // It may have failed before the page's scripts ran.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(true);
  }, []);
  if (!failed)
    return (
      <img
        ref={picture}
        src="/board/picture"
        alt=""
        width={26}
        height={26}
        className={styles.picture}
        onError={() => setFailed(true)}
      />
    );
  return (
    <span className={styles.initials} aria-hidden>
      {initials(name)}
    </span>
  );
}

const loadUserMenu = () => import('./header-menus.tsx').then((part) => part.UserMenu);
const loadDispatcherMenu = () => import('./header-menus.tsx').then((part) => part.DispatcherMenu);

const UserMenu = ({ viewer }: { viewer: Viewer }) => (
  <DropButton
    kind="menu"
    as="own"
    className={styles.user}
    label={`${headerWords.menu}: ${viewer.fullName}`}
    load={loadUserMenu}
    given={{ viewer }}
  >
    {viewer.hasPicture ? <OwnPicture name={viewer.fullName} /> : <IconUserCircle size={22} aria-hidden />}
    <span className={styles.wide}>{viewer.fullName}</span>
    <IconChevronDown size={14} aria-hidden className={styles.wide} />
  </DropButton>
);

const DispatcherMenu = () => (
  <DropButton
    kind="menu"
    as="own"
    className={styles.icon}
    label={headerWords.dispatcherMenu}
    load={loadDispatcherMenu}
    given={{}}
  >
    <IconMenu2 size={20} aria-hidden />
  </DropButton>
);

/** Whether the page, or the board's own panels, are scrolled beyond the threshold. */
function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  const panel = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const look = (event: Event) => {
      panel.current = event.target instanceof HTMLElement ? event.target : null;
      setScrolled((panel.current?.scrollTop ?? window.scrollY) > scrollThreshold);
    };
    document.addEventListener('scroll', look, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, []);
  const { key } = useLocation();
  // A panel that leaves with its screen scrolls no more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew at each place
  useEffect(() => {
    if (panel.current?.isConnected) return;
    panel.current = null;
    setScrolled(window.scrollY > scrollThreshold);
  }, [key]);
  return scrolled;
}
