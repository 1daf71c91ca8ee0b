import type { CatalogueKind } from '../../../machines/order/catalogue-merge.ts';
import { setupWords } from './setup-words.ts';

const orders = (n: number) => `${n.toLocaleString('es-AR')} OT`;
const pendingOf = (n: number) => (n === 1 ? '1 pendiente' : `${n.toLocaleString('es-AR')} pendientes`);

const kinds: Record<CatalogueKind, string> = { symptom: 'Síntoma', node: 'Nodo', order_type: 'Tipo de OT' };

const newOnes: Record<CatalogueKind, readonly [one: string, several: string]> = {
  symptom: ['síntoma nuevo', 'síntomas nuevos'],
  node: ['nodo nuevo', 'nodos nuevos'],
  order_type: ['tipo de OT nuevo', 'tipos de OT nuevos'],
};

export const nameWords = {
  title: 'Nombres nuevos',
  hint: 'Los síntomas, nodos y tipos de OT que agregó la carga de órdenes. Si dos son el mismo, unilos: las OT pasan al otro, y las próximas cargas lo usan.',
  kinds,
  kind: 'Clase',
  allKinds: 'Todas',
  period: 'Agregados',
  periods: { 7: 'Últimos 7 días', 30: 'Últimos 30 días', todos: 'Todos' },
  operation: 'Operación',
  allOperations: 'Todas',
  everyOperation: 'Todas las operaciones',
  search: 'Buscar un nombre',
  count: (n: number) => (n === 1 ? '1 nombre' : `${n.toLocaleString('es-AR')} nombres`),
  most: (shown: number, total: number) =>
    `Se muestran ${shown.toLocaleString('es-AR')} de ${total.toLocaleString('es-AR')} nombres: buscá o filtrá para ver los demás.`,
  name: 'Nombre',
  where: 'Operación',
  since: 'Desde',
  before: 'De antes',
  usedBy: 'OT',
  usage: (all: number, pending: number) =>
    pending === 0 ? orders(all) : `${orders(all)}, ${pendingOf(pending)}`,
  usedMoreThan: (n: number) => `Más de ${orders(n)}`,
  unused: 'Sin OT',
  near: (name: string) => `Parecido a “${name}”`,
  actions: 'Acciones',
  merge: 'Unir con…',
  mergeOf: (name: string) => `Unir “${name}” con…`,
  /** What stands on the button, and then of which name. */
  mergeButton: (name: string) => `Unir con… “${name}”`,
  empty: 'No hay nombres nuevos.',
  emptyHint: 'Cuando una carga de órdenes agregue un síntoma, un nodo o un tipo de OT, aparece acá.',
  emptyAll: 'Ver todos los nombres',
  nothingFound: 'Ningún nombre coincide con el filtro.',
  nothingFoundHint: 'Probá con otro texto, otra clase u otra operación.',
  clear: 'Quitar filtros',
  into: 'Es el mismo que',
  intoHint: 'El nombre que queda.',
  noOther: 'Ningún otro nombre coincide.',
  listFailed: 'No se pudieron leer los otros nombres.',
  foreseeFailed: 'No se pudo calcular qué se mueve.',
  retry: 'Reintentar',
  reading: 'Calculando qué se mueve…',
  moves: (from: string, into: string) => `“${from}” se une con “${into}”:`,
  movesOrders: (all: number, pending: number) =>
    all === 0
      ? 'ninguna OT lo usa'
      : `${pending === 0 ? orders(all) : `${orders(all)}, ${pendingOf(pending)}`}, con sus visitas`,
  movesPriority: (before: number, after: number) => `prioridad ${before} → ${after}`,
  movesPriorityIn: (operation: string, before: number, after: number) =>
    `prioridad ${before} → ${after} en ${operation}`,
  movesZone: (before: string | null, after: string | null) =>
    `zona ${before ? setupWords.quoted(before) : 'ninguna'} → ${after ? setupWords.quoted(after) : 'ninguna'}`,
  movesSkills: (n: number) => (n === 1 ? '1 habilidad que necesita' : `${n} habilidades que necesita`),
  stays: 'El nombre deja de ofrecerse. Se puede deshacer durante 30 días.',
  confirm: 'Unir',
  cancel: 'Cancelar',
  close: 'Cerrar',
  chooseFirst: 'Elegí con qué nombre se une.',
  done: (from: string, into: string) => `“${from}” se unió con “${into}”.`,
  failed: (diagnostic: string) => `No se pudo unir: ${diagnostic}`,
  unknown: 'Ese nombre ya no está en la lista.',
  recent: 'Uniones recientes',
  noRecent: 'Todavía no se unió ningún nombre en los últimos 30 días.',
  merged: (from: string, into: string) => `“${from}” → “${into}”`,
  by: (author: string, when: string) => `${author} · ${when}`,
  undone: (author: string) => `Deshecha por ${author}`,
  undo: 'Deshacer',
  undoOf: (from: string, into: string) => `Deshacer la unión de “${from}” con “${into}”`,
  undoFirst: (into: string, after: string) =>
    `“${into}” se unió después con “${after}”: deshacé primero esa unión.`,
  undoTitle: 'Deshacer la unión',
  undoText: (from: string, into: string, n: number) =>
    n === 0 ? `“${from}” vuelve a la lista.` : `${orders(n)} de “${into}” vuelven a “${from}”.`,
  undoStays: (into: string) => `Las que llegaron después de la unión quedan con “${into}”.`,
  undoDone: (from: string) => `“${from}” volvió a la lista.`,
  undoFailed: (diagnostic: string) => `No se pudo deshacer: ${diagnostic}`,
  link: (kind: CatalogueKind, n: number) =>
    n === 0 ? 'Nombres nuevos' : `${n} ${newOnes[kind][n === 1 ? 0 : 1]} esta semana`,
} as const;
