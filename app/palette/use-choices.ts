import { useLocation, useNavigate } from '@remix-run/react';
import { IconBookmark, IconKeyboard, IconLayoutList, IconUrgent } from '@tabler/icons-react';
import { useState } from 'react';
import { viewPath } from '../../machines/access/saved-views.ts';
import { boardOf } from '../board/board-of.ts';
import { useAddress } from '../board/use-address.ts';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import { attentionWords } from '../words/board/attention-words.ts';
import { savedViewWords } from '../words/board/saved-views-words.ts';
import { paletteWords } from '../words/shell/palette-words.ts';
import { shortcutsWords } from '../words/shell/shortcuts-words.ts';
import { type Choice, type Choices, groupFound, matching, operationIcon, recentChoices } from './choices.ts';
import { listRecent, noteRecent, type Recent } from './recent-choices.ts';
import { listScreens } from './screens.ts';
import type { Finding } from './use-find-anything.ts';
import { useOpenFound } from './use-open-found.ts';

/** What can be chosen: what was found or, before anything is typed, chosen last; then screens and operations that match. */
export function useChoices(
  viewer: Viewer,
  typed: string,
  items: Finding['items'],
  showShortcuts: () => void,
) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { set } = useAddress();
  const openFound = useOpenFound(viewer);
  const [recent] = useState(() =>
    listRecent(viewer.userId).filter(({ operation }) => viewer.operations.includes(operation)),
  );
  const opening = {
    open: (chosen: Recent) => {
      noteRecent(viewer.userId, chosen);
      openFound(chosen);
    },
    operationName: (code: string) =>
      viewer.operations.length > 1 ? (viewer.operationNames[code] ?? code) : undefined,
  };
  const text = typed.trim();
  const screens: Choice[] = [
    ...listScreens(viewer).map(({ label, to }) => ({
      id: to,
      Icon: IconLayoutList,
      label,
      open: () => navigate(to),
    })),
    ...(viewer.permissions.includes('can_query_client') && !pathname.startsWith('/tecnico')
      ? [
          {
            id: 'attention',
            Icon: IconUrgent,
            label: attentionWords.title,
            open: () => set({ atencion: '1' }, { step: true }),
          },
        ]
      : []),
    { id: 'shortcuts', Icon: IconKeyboard, label: shortcutsWords.title, open: showShortcuts },
  ];
  const views = viewer.views.map(({ id, name }) => ({
    id: `view-${id}`,
    Icon: IconBookmark,
    label: name,
    open: () => navigate(viewPath(id)),
  }));
  const operations = viewer.operations.map((code) => ({
    id: `operation-${code}`,
    code,
    Icon: operationIcon,
    label: paletteWords.operation(viewer.operationNames[code] ?? code),
    open: () => navigate(`${boardOf(viewer)}?op=${code}`),
  }));
  const groups: Choices[] = [
    ...(text ? groupFound(items, opening) : [recentChoices(recent, opening)]),
    { title: savedViewWords.mine, choices: matching(views, text) },
    { title: paletteWords.screens, choices: matching(screens, text) },
    { title: paletteWords.operations, choices: matching(operations, text) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}
