import { boardWords } from '../../../app/words/board/board-words.ts';
import { rescheduleWords } from '../../../app/words/board/dispatch-words.ts';
import { priorityEditorWords } from '../../../app/words/setup/priority-editor-words.ts';
import { slotEditorWords } from '../../../app/words/setup/slot-editor-words.ts';
import { zoneEditorWords } from '../../../app/words/setup/zone-editor-words.ts';
import { profileWords } from '../../../app/words/shell/profile-words.ts';
import { reportsWords } from '../../../app/words/shell/reports-words.ts';
import { technicianWords } from '../../../app/words/technician/technician-words.ts';
import { clientWords } from '../../../app/words/visit/client-words.ts';
import { finishWords } from '../../../app/words/visit/closing-words.ts';
import { createWords } from '../../../app/words/visit/creation-words.ts';
import { orderWords } from '../../../app/words/visit/order-words.ts';
import { editWords } from '../../../app/words/visit/visit-words.ts';
import { refusals } from '../../../machines/words/refusals.ts';

/** Where a text is proven: a journey's file and a piece of its title. */
type Proof = readonly [file: string, title: string];

/**
 * A text as the product has it, {…} where a reason or a number stands, or the address where the user is led instead; the
 * error that causes it, or `done` of what succeeded; and the journeys that show it.
 */
type Row = readonly [text: string, cause: string, ...proofs: [Proof, ...Proof[]]];

const said = (code: keyof typeof refusals): string => refusals[code][1];
const why = '{diagnostic}';
const lookups: Proof = ['lookups', 'each fails alone, with its own text'];
const board: Proof = ['errors-board', 'an operation that is withdrawn while its board is open'];
const refusedScreen: Proof = ['access', 'reads why under the header, and as the rules ask: light'];
const release: Proof = ['errors-technician', 'a release that came too late says why'];
const notAllowed: Proof = ['technician', 'what is not allowed says why'];
const closing: Proof = ['errors-closing', 'a closing keeps what was typed through both'];
const creating: Proof = ['errors-dispatch', 'a visit that cannot be created says why'];
const editing: Proof = ['errors-dispatch', 'an edit warns of a slot that is over'];
const onTheWay: Proof = ['errors-dispatch', 'a visit on the way is neither handed over nor rescheduled'];
const slots: Proof = ['setup', 'a slot is added, refused, changed and deleted'];
const zones: Proof = ['setup', 'a zone is created from free nodes'];
const withoutPermission: Proof = ['errors-setup', 'without the permission a slot is not deleted'];
const bot: Proof = ['chat-bot', 'an identifier is refused, warned of and taken'];
const reports: Proof = ['errors-reports', 'a report that is refused says why'];
const ended: Proof = ['errors-sign-in', 'a session that was ended elsewhere'];

/** The closed list of both documents' sections 8. tests/error-catalogue.test.ts compares it with their text. */
export const errorCatalogue: Record<'agenda-and-visits' | 'scheduling-setup-reports', Row[]> = {
  'agenda-and-visits': [
    // Order dialog.
    [
      said('order-unknown'),
      'a number that no order has',
      ['board', 'the search checks the number and the operation'],
    ],
    [
      said('may-not-query-order'),
      'the permission is withdrawn while the board is open',
      ['errors-board', 'an order and the history of a client'],
    ],
    [orderWords.noAnswer, 'no answer to the question for the order', lookups],
    // Order list.
    [boardWords.ordersFailed(why), 'the operation is withdrawn while its board is open', board],
    [boardWords.ordersPanelFailed, 'the same', board],
    [boardWords.ordersPanelHint, 'the same', board],
    // Client dialog.
    [clientWords.failed, 'no answer to the question for the client', lookups],
    [
      said('client-unknown'),
      'a number that no client has',
      ['board', 'the search opens a client over the page'],
    ],
    // Client dialog, pending orders.
    [clientWords.pendingFailed, 'no answer to the question for them', lookups],
    // Client dialog, history.
    [
      said('may-not-query-client'),
      'the permission is withdrawn between the client and its history',
      ['errors-board', 'an order and the history of a client'],
    ],
    [clientWords.historyFailed, 'no answer to the question for it', lookups],
    // Calendar, title of the dialog with the diagnostic.
    [boardWords.calendarFailedTitle, 'the operation is withdrawn while its board is open', board],
    // Calendar.
    [boardWords.noOperations, 'a user without operations', refusedScreen],
    // Client dialog, tickets, with an icon.
    [clientWords.ticketsFailed, 'no answer to the question for them', lookups],
    // Technician home, title of the dialog.
    [technicianWords.notAllowed, 'a press that the state of the visit does not allow', notAllowed, release],
    // Technician home.
    [said('release-on-the-way'), 'to release the visit that one is on the way for', notAllowed],
    [said('release-delayed'), 'the slot ends while the reason is typed', release],
    [said('on-the-way-elsewhere'), 'to set out for a second visit', notAllowed],
    [
      technicianWords.timeoutTitle,
      'no answer within 30 s; no connection',
      ['connection', 'no answer within the limit opens the connection dialog'],
    ],
    [
      technicianWords.attachFailed(why),
      'another technician takes the visit at the same moment',
      ['race', 'two technicians press Tomar at the same moment'],
    ],
    [
      technicianWords.detachFailed(why),
      'the dispatcher hands the visit over while the reason is typed',
      release,
    ],
    // Order dialog, and creating a visit.
    [
      said('open-visits'),
      'another user makes a visit of the same order in between',
      ['lookups', 'an open order turns when a visit of it is made'],
      creating,
    ],
    // Closing a visit.
    [
      said('visit-closed'),
      'another user closes it in between',
      ['errors-closing', 'a visit that was closed in between'],
    ],
    [finishWords.noNetwork, 'the network is cut', closing],
    [finishWords.failed, 'the server breaks while it writes', closing],
    // Report of unclosed visits.
    [
      reportsWords.removalFailed,
      'a listed visit is closed, and the list may not be read any more',
      ['errors-reports', 'a visit that is closed leaves the open list'],
    ],
    // The address /.
    [
      '/login',
      'no session; a session that was ended elsewhere',
      ['sessions', 'without a session every protected path goes to the login'],
      ended,
    ],
    // Every screen.
    ['/login', 'a session that was ended elsewhere, whose check answers 400', ended],
  ],
  'scheduling-setup-reports': [
    // Login.
    [said('too-many-attempts'), 'eleven wrong passwords', ['errors-sign-in', 'too many wrong passwords']],
    [said('wrong-credentials'), 'a wrong password', ['sessions', 'a wrong password says so under the form']],
    // Creating a visit.
    [createWords.failed(why), 'the permission is withdrawn while the form is filled in', creating],
    [createWords.noNetwork, 'the network is cut', creating],
    // Creating a visit, then the default view.
    [createWords.done, 'done', ['main-job', 'a visit goes from the pending list to the customer’s house']],
    // Visit detail.
    [editWords.done, 'done', ['dispatch', 'a visit that another user changed is not overwritten']],
    [said('may-not-assign-visit'), 'the permission is withdrawn while it is edited', editing],
    // Reschedule dialog, with the new number.
    [
      rescheduleWords.done([1]).slice(0, 'Se reprogramó correctamente'.length),
      'done',
      ['dispatch', 'one visit is rescheduled and its status changed'],
    ],
    // Reschedule dialog.
    [rescheduleWords.failed(why), 'the technician sets out while it is filled in', onTheWay],
    [
      said('may-not-reschedule-visit'),
      'one of the three permissions is withdrawn while it is filled in',
      onTheWay,
    ],
    [
      rescheduleWords.noNetwork,
      'the command gets there, its answer is lost',
      ['visit-detail', 'several are rescheduled once'],
    ],
    // Visit detail.
    [said('reassign-on-the-way'), 'the technician is on the way', onTheWay],
    // Visit detail and reschedule dialog.
    [said('reschedule-on-the-way'), 'the technician is on the way', onTheWay],
    // Creating a visit.
    [createWords.late, 'a slot of today that is over', creating],
    // Visit detail.
    [editWords.late, 'a slot of today that is over', editing],
    // Creating a visit.
    [createWords.techniciansFailed, 'the network is cut', creating],
    // Visit detail.
    [editWords.techniciansFailed, 'the network is cut', editing],
    // Slot editor.
    [slotEditorWords.edited, 'done', slots],
    [slotEditorWords.added, 'done', slots],
    [slotEditorWords.removed, 'done', slots],
    [
      said('permission-missing'),
      'the permission is withdrawn while it is edited',
      ['errors-setup', 'a slot that is neither saved nor deleted'],
    ],
    [
      slotEditorWords.removeFailed(why),
      'visits are pending in it; the permission is withdrawn',
      slots,
      withoutPermission,
    ],
    [
      slotEditorWords.failed('{error}'),
      'the network is cut',
      ['errors-setup', 'a slot that is neither saved nor deleted'],
    ],
    // Slot editor, title of the question.
    [slotEditorWords.unconfirmed, 'to leave details that are not saved', ['setup', 'unsaved details ask']],
    // Priority editor.
    [priorityEditorWords.done, 'done', ['setup', 'a priority is applied at once']],
    [
      priorityEditorWords.failed(why),
      'another user changed it in between; no answer',
      ['setup', 'a priority is applied at once'],
      ['setup', 'a priority goes back to exactly what it was'],
    ],
    // Zone editor.
    [zoneEditorWords.created, 'done', zones],
    [zoneEditorWords.edited, 'done', zones],
    [zoneEditorWords.createFailed(why), 'another zone of the operation has the name', zones],
    [zoneEditorWords.editFailed(why), 'the permission is withdrawn while it is edited', withoutPermission],
    [zoneEditorWords.removed, 'done', zones],
    [zoneEditorWords.removeFailed(why), 'the permission is withdrawn after the question', withoutPermission],
    [zoneEditorWords.operationFixed, 'a zone that exists', zones],
    [
      zoneEditorWords.discardTitle,
      'to leave, to clear, to change the operation with something unsaved',
      zones,
    ],
    // Profile, as a warning that leaves no technician active.
    [said('chat-unknown'), 'a chat that Telegram does not know', bot],
    // Profile.
    [said('bot-off'), 'an installation without a bot', ['profile', 'the bot is linked by its identifier']],
    [profileWords.linked, 'done', bot],
    [profileWords.unlinked, 'done', bot],
    [
      profileWords.subscriptionFailed(why),
      'the chat is unlinked elsewhere before the switch is pressed',
      bot,
    ],
    // Report, title over the diagnostic.
    [reportsWords.warning, 'the operation is withdrawn before it is asked for', reports],
    // Report of unclosed visits; the two on the way.
    [reportsWords.failed, 'the operation is withdrawn before they are asked for', reports],
    // Reports on the way, title of the dialog.
    [reportsWords.errorTitle, 'the same', reports],
    // My technicians.
    [reportsWords.techs.unlinked, 'done', ['reports', 'a technician is unlinked from the bot']],
    [
      reportsWords.techs.unlinkFailed,
      'the permission is withdrawn after the question',
      ['errors-reports', 'a technician who is not unlinked any more'],
    ],
    // Every report.
    [said('may-not-read-reports'), 'a user without the permission', refusedScreen],
    // External link.
    [
      said('link-unknown'),
      'a link that opens nothing',
      ['customer-link', 'a link that opens nothing shows why, and then the login'],
    ],
    // The address /.
    ['/login', 'a session that was ended elsewhere', ended],
  ],
};

/** The texts that a journey has to show; its fixture watches the pages for them. */
export const textsShownBy = (file: string, title: string): string[] =>
  Object.values(errorCatalogue)
    .flat()
    .filter(([, , ...proofs]) => proofs.some(([name, piece]) => name === file && title.includes(piece)))
    .map(([text]) => text.split('{')[0]!.trimEnd());
