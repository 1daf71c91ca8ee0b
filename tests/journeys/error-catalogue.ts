import { boardWords } from '../../app/words/board.ts';
import { clientWords } from '../../app/words/client.ts';
import { finishWords } from '../../app/words/closing.ts';
import { createWords } from '../../app/words/creation.ts';
import { rescheduleWords } from '../../app/words/dispatch.ts';
import { orderWords } from '../../app/words/order.ts';
import { priorityEditorWords } from '../../app/words/priority-editor.ts';
import { profileWords } from '../../app/words/profile.ts';
import { reportsWords } from '../../app/words/reports.ts';
import { slotEditorWords } from '../../app/words/slot-editor.ts';
import { technicianWords } from '../../app/words/technician.ts';
import { editWords } from '../../app/words/visit.ts';
import { zoneEditorWords } from '../../app/words/zone-editor.ts';
import { refusals } from '../../machines/words/refusals.ts';

/** Where a text is proven: a journey's file and a piece of its title. */
type Proof = readonly [file: string, title: string];

export type CatalogueEntry = {
  /** The spec's text to the letter, {…} where the server's reason or a number stands; or what happens instead of a text. */
  text: string;
  /** The same as the product has it; null: nothing is said, somebody is led elsewhere. */
  product: string | null;
  screen: string;
  trouble: string;
  /**
   * `real`: a person, another session, the record or the server makes the trouble; `cut`: the network is cut, or the
   * one request is aborted; `held`: the one request is never answered, and the clock is turned.
   */
  by: 'real' | 'cut' | 'held';
  proofs: readonly [Proof, ...Proof[]];
  /** What the journeys show, or the address where they end, when it is not the text up to its first {…}. */
  shows?: string;
};

const said = (code: keyof typeof refusals): string => refusals[code][1];
const why = '{diagnostic}';
const lookups = ['lookups', 'each fails alone, with its own text'] as const;
const board = ['errors-board', 'an operation that is taken away while its board is open'] as const;
const release = ['errors-technician', 'a release that came too late says why'] as const;
const notAllowed = ['technician', 'what is not allowed says why'] as const;
const closing = ['errors-closing', 'a closing keeps what was typed through both'] as const;
const creating = ['errors-dispatch', 'a visit that cannot be created says why'] as const;
const editing = ['errors-dispatch', 'an edit warns of a slot that is over'] as const;
const onTheWay = ['errors-dispatch', 'a visit on the way is neither handed over nor rescheduled'] as const;
const slots = ['setup', 'a slot is added, refused, changed and deleted'] as const;
const zones = ['setup', 'a zone is created from free nodes'] as const;
const withoutPermission = ['errors-setup', 'without the permission a slot is not deleted'] as const;
const bot = ['chat-bot', 'an identifier is refused, warned of and taken'] as const;
const reports = ['errors-reports', 'a report that is refused says why'] as const;
const ended = ['errors-sign-in', 'a session that was ended elsewhere'] as const;

/** THE closed list: section 8 of both spec documents, in their order. */
export const errorCatalogue: Record<'S1 §8' | 'S2 §8', CatalogueEntry[]> = {
  'S1 §8': [
    {
      text: 'OT inexistente',
      product: said('order-unknown'),
      screen: 'order dialog',
      trouble: 'a number that no order has',
      by: 'real',
      proofs: [['board', 'the search checks the number and the operation']],
    },
    {
      text: why,
      product: said('may-not-query-order'),
      shows: said('may-not-query-order'),
      screen: 'order dialog',
      trouble: 'the permission is taken away while the board is open',
      by: 'real',
      proofs: [['errors-board', 'an order and the history of a client']],
    },
    {
      text: 'No se pudo obtener respuesta del servidor (Error 400)',
      product: orderWords.noAnswer,
      screen: 'order dialog',
      trouble: 'no answer to the question for the order',
      by: 'cut',
      proofs: [lookups],
    },
    {
      text: 'Error al obtener órdenes: {diagnostic}',
      product: boardWords.ordersFailed(why),
      screen: 'order list',
      trouble: 'the operation is taken away while its board is open',
      by: 'real',
      proofs: [board],
    },
    {
      text: 'Error al descargar el listado de OT',
      product: boardWords.ordersPanelFailed,
      screen: 'order list',
      trouble: 'the same',
      by: 'real',
      proofs: [board],
    },
    {
      text: 'Por favor refresque esta página',
      product: boardWords.ordersPanelHint,
      screen: 'order list',
      trouble: 'the same',
      by: 'real',
      proofs: [board],
    },
    {
      text: 'Hubo un error obteniendo los datos del cliente',
      product: clientWords.failed,
      screen: 'client dialog',
      trouble: 'no answer to the question for the client',
      by: 'cut',
      proofs: [lookups],
    },
    {
      text: 'Este cliente no existe',
      product: said('client-unknown'),
      screen: 'client dialog',
      trouble: 'a number that no client has',
      by: 'real',
      proofs: [['board', 'the search opens a client over the page']],
    },
    {
      text: 'No se pudieron obtener las OTs pendientes de este cliente',
      product: clientWords.pendingFailed,
      screen: 'client dialog, pending orders',
      trouble: 'no answer to the question for them',
      by: 'cut',
      proofs: [lookups],
    },
    {
      text: why,
      product: said('may-not-query-client'),
      shows: said('may-not-query-client'),
      screen: 'client dialog, history',
      trouble: 'the permission is taken away between the client and its history',
      by: 'real',
      proofs: [['errors-board', 'an order and the history of a client']],
    },
    {
      text: 'Error no especificado',
      product: clientWords.historyFailed,
      screen: 'client dialog, history',
      trouble: 'no answer to the question for it',
      by: 'cut',
      proofs: [lookups],
    },
    {
      text: 'Obtener visitas',
      product: boardWords.calendarFailedTitle,
      screen: 'calendar, title of the dialog with the diagnostic',
      trouble: 'the operation is taken away while its board is open',
      by: 'real',
      proofs: [board],
    },
    {
      text: 'Error al cargar el calendario. No hay operaciones asignadas para este usuario.',
      product: boardWords.noOperations,
      screen: 'calendar',
      trouble: 'a user without operations',
      by: 'real',
      proofs: [['sessions', 'whoever has no operation sees why']],
    },
    {
      text: 'No se pudo consultar los tickets en ticketera',
      product: clientWords.ticketsFailed,
      screen: 'client dialog, tickets, with an icon',
      trouble: 'no answer to the question for them',
      by: 'cut',
      proofs: [lookups],
    },
    {
      text: 'No permitido',
      product: technicianWords.notAllowed,
      screen: 'technician home, title of the dialog',
      trouble: 'a press that the state of the visit does not allow',
      by: 'real',
      proofs: [notAllowed, release],
    },
    {
      text: 'No se puede desasignar una visita en camino. Si no podes realizar la visita, por favor cancelala.',
      product: said('release-on-the-way'),
      screen: 'technician home',
      trouble: 'to release the visit that one is on the way for',
      by: 'real',
      proofs: [notAllowed],
    },
    {
      text: 'No se puede desasignar una visita con cierre demorado.',
      product: said('release-delayed'),
      screen: 'technician home',
      trouble: 'the slot ends while the reason is typed',
      by: 'real',
      proofs: [release],
    },
    {
      text: 'Ya vas en camino para otra visita.',
      product: said('on-the-way-elsewhere'),
      screen: 'technician home',
      trouble: 'to set out for a second visit',
      by: 'real',
      proofs: [notAllowed],
    },
    {
      text: 'a connection-problem dialog offering reload',
      product: technicianWords.timeoutTitle,
      shows: technicianWords.timeoutTitle,
      screen: 'technician home',
      trouble: 'no answer within 30 s; no connection',
      by: 'held',
      proofs: [
        ['connection', 'no answer within the limit opens the connection dialog'],
        ['errors-technician', 'a press without a connection is kept, advises no reload'],
      ],
    },
    {
      text: 'No se pudo asignar: {diagnostic}',
      product: technicianWords.attachFailed(why),
      screen: 'technician home',
      trouble: 'another technician takes the visit at the same moment',
      by: 'real',
      proofs: [['race', 'two technicians press Tomar at the same moment']],
    },
    {
      text: 'No se pudo desasignar: {diagnostic}',
      product: technicianWords.detachFailed(why),
      screen: 'technician home',
      trouble: 'the dispatcher hands the visit over while the reason is typed',
      by: 'real',
      proofs: [release],
    },
    {
      text: 'Existen visitas abiertas para este cliente. Debe cerrar o editar las visitas pendientes antes de crear nuevas.',
      product: said('open-visits'),
      screen: 'order dialog, and creating a visit',
      trouble: 'somebody else makes a visit of the same order meanwhile',
      by: 'real',
      proofs: [['lookups', 'an open order turns when a visit of it is made'], creating],
    },
    {
      text: '{diagnostic}, then the default view',
      product: said('visit-closed'),
      shows: said('visit-closed'),
      screen: 'closing a visit',
      trouble: 'somebody else closes it meanwhile',
      by: 'real',
      proofs: [['errors-closing', 'a visit that was closed meanwhile']],
    },
    {
      text: 'Verifique su conexión a Internet',
      product: finishWords.noNetwork,
      screen: 'closing a visit',
      trouble: 'the network is cut',
      by: 'cut',
      proofs: [closing],
    },
    {
      text: 'Error al intentar modificar la visita: Por favor recargue la página e intente nuevamente',
      product: finishWords.failed,
      screen: 'closing a visit',
      trouble: 'the server breaks while it writes',
      by: 'real',
      proofs: [closing],
    },
    {
      text: 'No se pudo actualizar listado. Por favor refresque esta página',
      product: reportsWords.removalFailed,
      screen: 'report of unclosed visits',
      trouble: 'a listed visit is closed, and the list may not be read any more',
      by: 'real',
      proofs: [['errors-reports', 'a visit that is closed leaves the open list']],
    },
    {
      text: 'go to login',
      product: null,
      shows: '/login',
      screen: '/',
      trouble: 'no session; a session that was ended elsewhere',
      by: 'real',
      proofs: [['sessions', 'without a session every protected path goes to the login'], ended],
    },
    {
      text: 'clear the session and go to /login',
      product: null,
      shows: '/login',
      screen: 'every screen',
      trouble: 'a session that was ended elsewhere, whose check answers 400',
      by: 'real',
      proofs: [ended],
    },
  ],
  'S2 §8': [
    {
      text: 'Demasiados intentos, por favor pruebe dentro de unos minutos',
      product: said('too-many-attempts'),
      screen: 'login',
      trouble: 'eleven wrong passwords',
      by: 'real',
      proofs: [['errors-sign-in', 'too many wrong passwords']],
    },
    {
      text: 'the diagnostic under the form, and the button again',
      product: said('wrong-credentials'),
      shows: said('wrong-credentials'),
      screen: 'login',
      trouble: 'a wrong password',
      by: 'real',
      proofs: [['sessions', 'a wrong password says so under the form']],
    },
    {
      text: 'Error al generar la visita: {diagnostic}',
      product: createWords.failed(why),
      screen: 'creating a visit',
      trouble: 'the permission is taken away while the form is filled in',
      by: 'real',
      proofs: [creating],
    },
    {
      text: 'No se pudo generar la visita',
      product: createWords.noNetwork,
      screen: 'creating a visit',
      trouble: 'the network is cut',
      by: 'cut',
      proofs: [creating],
    },
    {
      text: 'Se generó correctamente la visita!',
      product: createWords.done,
      screen: 'creating a visit, then the default view',
      trouble: 'none',
      by: 'real',
      proofs: [['main-job', 'a visit goes from the pending list to the customer’s door']],
    },
    {
      text: 'Se editó correctamente la visita!',
      product: editWords.done,
      screen: 'visit detail',
      trouble: 'none',
      by: 'real',
      proofs: [['dispatch', 'a visit that somebody else changed is not overwritten']],
    },
    {
      text: '{diagnostic}, then the default view',
      product: said('may-not-assign-visit'),
      shows: said('may-not-assign-visit'),
      screen: 'visit detail',
      trouble: 'the permission is taken away while it is edited',
      by: 'real',
      proofs: [editing],
    },
    {
      text: 'Se reprogramó correctamente',
      product: rescheduleWords.done([1]).slice(0, 'Se reprogramó correctamente'.length),
      screen: 'reschedule dialog, with the new number',
      trouble: 'none',
      by: 'real',
      proofs: [['dispatch', 'one visit is rescheduled and its status changed']],
    },
    {
      text: 'Error al reprogramar la visita: {diagnostic}',
      product: rescheduleWords.failed(why),
      screen: 'reschedule dialog',
      trouble: 'the technician sets out while it is filled in',
      by: 'real',
      proofs: [onTheWay],
    },
    {
      text: 'No posee permisos para reprogramar visitas',
      product: said('may-not-reschedule-visit'),
      screen: 'reschedule dialog',
      trouble: 'one of the three permissions is taken away while it is filled in',
      by: 'real',
      proofs: [onTheWay],
    },
    {
      text: 'No se pudo reprogramar la visita',
      product: rescheduleWords.noNetwork,
      screen: 'reschedule dialog',
      trouble: 'the command gets there, its answer is lost',
      by: 'cut',
      proofs: [['visit-detail', 'a reschedule keeps what was typed']],
    },
    {
      text: 'No se puede desasignar ni cambiar el tecnico de una visita en camino. Si es necesario, cierre la visita.',
      product: said('reassign-on-the-way'),
      screen: 'visit detail',
      trouble: 'the technician is on the way',
      by: 'real',
      proofs: [onTheWay],
    },
    {
      text: 'No se puede reprogramar una visita en camino. Si es necesario, cierre la visita.',
      product: said('reschedule-on-the-way'),
      screen: 'visit detail and reschedule dialog',
      trouble: 'the technician is on the way',
      by: 'real',
      proofs: [onTheWay],
    },
    {
      text: 'Seleccionó una franja pasada su hora de finalización',
      product: createWords.late,
      screen: 'creating a visit',
      trouble: 'a slot of today that is over',
      by: 'real',
      proofs: [creating],
    },
    {
      text: 'Seleccionó una franja pasada su hora de finalización',
      product: editWords.late,
      screen: 'visit detail',
      trouble: 'a slot of today that is over',
      by: 'real',
      proofs: [editing],
    },
    {
      text: 'No se pudo obtener la lista de técnicos',
      product: createWords.techniciansFailed,
      screen: 'creating a visit',
      trouble: 'the network is cut',
      by: 'cut',
      proofs: [creating],
    },
    {
      text: 'No se pudo obtener la lista de técnicos',
      product: editWords.techniciansFailed,
      screen: 'visit detail',
      trouble: 'the network is cut',
      by: 'cut',
      proofs: [editing],
    },
    {
      text: 'Franja editada exitosamente!',
      product: slotEditorWords.edited,
      screen: 'slot editor',
      trouble: 'none',
      by: 'real',
      proofs: [slots],
    },
    {
      text: 'Franja agregada exitosamente!',
      product: slotEditorWords.added,
      screen: 'slot editor',
      trouble: 'none',
      by: 'real',
      proofs: [slots],
    },
    {
      text: 'Franja eliminada exitosamente!',
      product: slotEditorWords.removed,
      screen: 'slot editor',
      trouble: 'none',
      by: 'real',
      proofs: [slots],
    },
    {
      text: why,
      product: said('permission-missing'),
      shows: said('permission-missing'),
      screen: 'slot editor',
      trouble: 'the permission is taken away while it is edited',
      by: 'real',
      proofs: [['errors-setup', 'a slot that is neither saved nor deleted']],
    },
    {
      text: 'No se pudo eliminar la franja horaria: {diagnostic}',
      product: slotEditorWords.removeFailed(why),
      screen: 'slot editor',
      trouble: 'visits are pending in it; the permission is taken away',
      by: 'real',
      proofs: [slots, withoutPermission],
    },
    {
      text: 'Error al procesar información: {error}',
      product: slotEditorWords.failed('{error}'),
      screen: 'slot editor',
      trouble: 'the network is cut',
      by: 'cut',
      proofs: [['errors-setup', 'a slot that is neither saved nor deleted']],
    },
    {
      text: 'Sin confirmar',
      product: slotEditorWords.unconfirmed,
      screen: 'slot editor, title of the question',
      trouble: 'to leave details that are not saved',
      by: 'real',
      proofs: [['setup', 'unsaved details ask']],
    },
    {
      text: 'Prioridad editada correctamente!',
      product: priorityEditorWords.done,
      screen: 'priority editor',
      trouble: 'none',
      by: 'real',
      proofs: [['setup', 'a priority is applied at once']],
    },
    {
      text: 'No se pudo editar la prioridad: {diagnostic}',
      product: priorityEditorWords.failed(why),
      screen: 'priority editor',
      trouble: 'somebody else changed it meanwhile; no answer',
      by: 'real',
      proofs: [
        ['setup', 'a priority is applied at once'],
        ['setup', 'a priority goes back to exactly what it was'],
      ],
    },
    {
      text: 'Zona creada correctamente!',
      product: zoneEditorWords.created,
      screen: 'zone editor',
      trouble: 'none',
      by: 'real',
      proofs: [zones],
    },
    {
      text: 'Zona editada correctamente!',
      product: zoneEditorWords.edited,
      screen: 'zone editor',
      trouble: 'none',
      by: 'real',
      proofs: [zones],
    },
    {
      text: 'No se pudo creada la zona: {diagnostic}',
      product: zoneEditorWords.createFailed(why),
      screen: 'zone editor',
      trouble: 'another zone of the operation has the name',
      by: 'real',
      proofs: [zones],
    },
    {
      text: 'No se pudo editada la zona: {diagnostic}',
      product: zoneEditorWords.editFailed(why),
      screen: 'zone editor',
      trouble: 'the permission is taken away while it is edited',
      by: 'real',
      proofs: [withoutPermission],
    },
    {
      text: 'Zona eliminada correctamente',
      product: zoneEditorWords.removed,
      screen: 'zone editor',
      trouble: 'none',
      by: 'real',
      proofs: [zones],
    },
    {
      text: 'No se pudo eliminar la zona: {diagnostic}',
      product: zoneEditorWords.removeFailed(why),
      screen: 'zone editor',
      trouble: 'the permission is taken away after the question',
      by: 'real',
      proofs: [withoutPermission],
    },
    {
      text: 'No se permite cambiar la operación una vez creada la zona',
      product: zoneEditorWords.operationFixed,
      screen: 'zone editor',
      trouble: 'a zone that exists',
      by: 'real',
      proofs: [zones],
    },
    {
      text: 'discard confirmations',
      product: zoneEditorWords.discardTitle,
      shows: zoneEditorWords.discardTitle,
      screen: 'zone editor',
      trouble: 'to leave, to clear, to change the operation with something unsaved',
      by: 'real',
      proofs: [zones],
    },
    {
      text: 'El numero identificador no existe.',
      product: said('chat-unknown'),
      screen: 'profile, as a warning that leaves nobody active',
      trouble: 'a chat that Telegram does not know',
      by: 'real',
      proofs: [bot],
    },
    {
      text: 'other diagnostics shown as errors',
      product: said('bot-off'),
      shows: said('bot-off'),
      screen: 'profile',
      trouble: 'an installation without a bot',
      by: 'real',
      proofs: [['profile', 'the bot is linked by its identifier']],
    },
    {
      text: 'Tus datos fueron guardados correctamente',
      product: profileWords.linked,
      screen: 'profile',
      trouble: 'none',
      by: 'real',
      proofs: [bot],
    },
    {
      text: 'Fuiste dado de baja correctamente',
      product: profileWords.unlinked,
      screen: 'profile',
      trouble: 'none',
      by: 'real',
      proofs: [bot],
    },
    {
      text: 'Hubo un error: {diagnostic}',
      product: profileWords.subscriptionFailed(why),
      screen: 'profile',
      trouble: 'the chat is unlinked elsewhere before the switch is pressed',
      by: 'real',
      proofs: [bot],
    },
    {
      text: 'Advertencia',
      product: reportsWords.warning,
      screen: 'report, title over the diagnostic',
      trouble: 'the operation is taken away before it is asked for',
      by: 'real',
      proofs: [reports],
    },
    {
      text: 'No se pudo generar el reporte',
      product: reportsWords.failed,
      screen: 'report of unclosed visits; the two on the way',
      trouble: 'the operation is taken away before they are asked for',
      by: 'real',
      proofs: [reports],
    },
    {
      text: 'Error',
      product: reportsWords.errorTitle,
      shows: 'Error',
      screen: 'reports on the way, title of the dialog',
      trouble: 'the same',
      by: 'real',
      proofs: [reports],
    },
    {
      text: 'El usuario fue dado de baja correctamente',
      product: reportsWords.techs.unlinked,
      screen: 'my technicians',
      trouble: 'none',
      by: 'real',
      proofs: [['reports', 'a technician is unlinked from the bot']],
    },
    {
      text: 'Hubo un error dando de baja al usuario',
      product: reportsWords.techs.unlinkFailed,
      screen: 'my technicians',
      trouble: 'the permission is taken away after the question',
      by: 'real',
      proofs: [['errors-reports', 'a technician who is not unlinked any more']],
    },
    {
      text: 'No poseés permisos para ver reportes.',
      product: said('may-not-read-reports'),
      screen: 'every report',
      trouble: 'a user without the permission',
      by: 'real',
      proofs: [['reports', 'who may not read reports is told so']],
    },
    {
      text: '{diagnostic}, then login',
      product: said('link-unknown'),
      shows: said('link-unknown'),
      screen: 'external link',
      trouble: 'a link that opens nothing',
      by: 'real',
      proofs: [['customer-link', 'a link that opens nothing shows why, and then the login']],
    },
    {
      text: 'go to login',
      product: null,
      shows: '/login',
      screen: '/',
      trouble: 'a session that was ended elsewhere',
      by: 'real',
      proofs: [ended],
    },
  ],
};

const fixed = (text: string): string => text.split('{')[0]!.trimEnd();

/** The texts that a journey has to show; its fixture watches the pages for them. */
export const textsShownBy = (file: string, title: string): string[] =>
  Object.values(errorCatalogue)
    .flat()
    .filter(({ proofs }) => proofs.some(([name, piece]) => name === file && title.includes(piece)))
    .map(({ text, shows }) => shows ?? fixed(text));
