import { accounts as accountWords } from '../words/accounts.ts';
import { retentionWords } from '../words/retention.ts';
import { webhookWords } from '../words/webhooks.ts';
import '@mantine/spotlight/styles.css';
import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import { useLocation, useNavigate } from '@remix-run/react';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { refuseSearch } from '../routes/signed-in/header-search.tsx';
import type { Viewer } from '../routes/signed-in/load-viewer.ts';
import { absenceWords, skillWords } from '../words/crew.ts';
import { priorityEditorWords } from '../words/priority-editor.ts';
import { setupWords } from '../words/setup.ts';
import { headerWords } from '../words/shell.ts';
import { paletteWords, shortcutsWords } from '../words/shortcuts.ts';
import { slotEditorWords } from '../words/slot-editor.ts';
import { zoneEditorWords } from '../words/zone-editor.ts';
import { paletteAsked } from './palette-asked.ts';

/**
 * The command palette on Ctrl+K (ux.md U17): an OT or a client by its number,
 * a visit by its id, any screen, any operation, by what is typed.
 */
export default function Palette({ viewer, showShortcuts }: { viewer: Viewer; showShortcuts: () => void }) {
  // It is asked for by its first use, which is to open it.
  useEffect(() => {
    const open = () => spotlight.open();
    open();
    window.addEventListener(paletteAsked, open);
    return () => window.removeEventListener(paletteAsked, open);
  }, []);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [query, setQuery] = useState('');
  const board = viewer.home === '/calendario' ? '/calendario' : '/jefetec';
  const go = (to: string) => () => navigate(to);

  /** A dialog opens over the board that is shown, or over the user's own. */
  const over = (name: 'orden' | 'cliente', number: string) => () => {
    const params = new URLSearchParams(pathname === board ? search : '');
    params.delete('orden');
    params.delete('cliente');
    params.set(name, number);
    navigate(`${board}?${params}`);
  };
  const byNumber = (text: string): SpotlightActionData[] => {
    if (/^\d{1,9}$/.test(text))
      return [
        {
          id: 'visit',
          label: paletteWords.visit(text),
          onClick: go(`/visit/view/${text}/${board.slice(1) === 'calendario' ? 'calendario' : 'jefetec'}`),
        },
      ];
    if (!/^\d{10,12}$/.test(text)) return [];
    const action = (kind: 'order' | 'client'): SpotlightActionData => {
      const refusal = refuseSearch(kind, text, viewer);
      const label = kind === 'order' ? paletteWords.order(text) : paletteWords.client(text);
      return {
        id: kind,
        label,
        ...(refusal ? { description: refusal, closeSpotlightOnTrigger: false } : {}),
        onClick: refusal ? () => {} : over(kind === 'order' ? 'orden' : 'cliente', text),
      };
    };
    return [action('order'), action('client')];
  };
  const screens: [string, string, boolean][] = [
    [paletteWords.board, board, true],
    [headerWords.technicianView, '/tecnico', viewer.technicianId !== null],
    [headerWords.reports, '/reports', viewer.permissions.includes('can_read_reports')],
    [headerWords.setup, '/setup', true],
    [slotEditorWords.title, '/subsidiaries/edit', viewer.permissions.includes('can_edit_timestripes')],
    [priorityEditorWords.title, '/priorities/edit', viewer.permissions.includes('can_edit_priorities')],
    [zoneEditorWords.title, '/zones/edit', viewer.permissions.includes('can_edit_zones')],
    [absenceWords.title, '/subsidiaries/absences', viewer.permissions.includes('can_edit_crew')],
    [skillWords.title, '/subsidiaries/skills', viewer.permissions.includes('can_edit_crew')],
    [
      setupWords.cards.conversation[0],
      '/conversation/edit',
      viewer.permissions.includes('can_edit_conversation'),
    ],
    [webhookWords.title, '/webhooks', viewer.permissions.includes('can_manage_webhooks')],
    [accountWords.users.title, '/users', viewer.permissions.includes('can_manage_users')],
    [accountWords.audit.title, '/audit', viewer.permissions.includes('can_manage_users')],
    [retentionWords.title, '/retention', viewer.permissions.includes('can_manage_users')],
    [headerWords.profile, '/profile', true],
    [headerWords.mailbox, '/mailbox', viewer.permissions.includes('can_manage_users')],
  ];
  const actions: SpotlightActionData[] = [
    ...byNumber(query.trim()),
    ...screens
      .filter(([, , shown]) => shown)
      .map(([label, to]) => ({ id: to, label, onClick: go(to), group: paletteWords.screens })),
    {
      id: 'shortcuts',
      label: shortcutsWords.title,
      onClick: showShortcuts,
      group: paletteWords.screens,
    },
    ...viewer.operations.map((code) => ({
      id: `op-${code}`,
      label: paletteWords.operation(viewer.operationNames[code] ?? code),
      keywords: code,
      onClick: go(`${board}?op=${code}`),
      group: paletteWords.operations,
    })),
  ];
  return (
    <Spotlight
      actions={/^\d{1,12}$/.test(query.trim()) ? byNumber(query.trim()) : actions}
      {...(/^\d{1,12}$/.test(query.trim()) ? { filter: (_: string, all) => all } : {})}
      query={query}
      onQueryChange={setQuery}
      shortcut={['mod + K']}
      nothingFound={paletteWords.nothing}
      highlightQuery
      scrollable
      overlayProps={{ blur: 0 }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: paletteWords.placeholder,
        'aria-label': paletteWords.placeholder,
      }}
    />
  );
}
