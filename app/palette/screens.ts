import { boardOf } from '../board/board-of.ts';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import { absenceWords, skillWords } from '../words/board/crew-words.ts';
import { savedViewWords } from '../words/board/saved-views-words.ts';
import { accounts as accountWords } from '../words/setup/accounts-words.ts';
import { importWords } from '../words/setup/import-words.ts';
import { nameWords } from '../words/setup/names-words.ts';
import { priorityEditorWords } from '../words/setup/priority-editor-words.ts';
import { retentionWords } from '../words/setup/retention-words.ts';
import { setupWords } from '../words/setup/setup-words.ts';
import { slotEditorWords } from '../words/setup/slot-editor-words.ts';
import { webhookWords } from '../words/setup/webhooks-words.ts';
import { zoneEditorWords } from '../words/setup/zone-editor-words.ts';
import { paletteWords } from '../words/shell/palette-words.ts';
import { headerWords } from '../words/shell/shell-words.ts';

/** The screens that the user may open, with their addresses. */
export function listScreens(viewer: Viewer): { label: string; to: string }[] {
  const may = (permission: Viewer['permissions'][number]) => viewer.permissions.includes(permission);
  const screens: [label: string, to: string, shown: boolean][] = [
    [paletteWords.board, boardOf(viewer), true],
    [headerWords.technicianView, '/tecnico', viewer.technicianId !== null],
    [savedViewWords.wallTitle, '/pizarra', viewer.boards.length > 0],
    [headerWords.reports, '/reports', may('can_read_reports')],
    [headerWords.setup, '/setup', true],
    [slotEditorWords.title, '/subsidiaries/edit', may('can_edit_timestripes')],
    [priorityEditorWords.title, '/priorities/edit', may('can_edit_priorities')],
    [zoneEditorWords.title, '/zones/edit', may('can_edit_zones')],
    [nameWords.title, '/names/new', may('can_edit_priorities') || may('can_edit_zones')],
    [absenceWords.title, '/subsidiaries/absences', may('can_edit_crew')],
    [skillWords.title, '/subsidiaries/skills', may('can_edit_crew')],
    [setupWords.cards.conversation[0], '/conversation/edit', may('can_edit_conversation')],
    [webhookWords.title, '/webhooks', may('can_manage_webhooks')],
    [importWords.title, '/import', may('can_import_records')],
    [accountWords.users.title, '/users', may('can_manage_users')],
    [accountWords.audit.title, '/audit', may('can_manage_users')],
    [retentionWords.title, '/retention', may('can_manage_users')],
    [headerWords.profile, '/profile', true],
    [headerWords.mailbox, '/mailbox', may('can_manage_users')],
  ];
  return screens.flatMap(([label, to, shown]) => (shown ? [{ label, to }] : []));
}
