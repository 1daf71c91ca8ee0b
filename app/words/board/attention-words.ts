import type { AttentionReason } from '../../../machines/attention/attention.ts';

/** 'Necesita atención': the list of every screen, the title of the tab, and the notices of the desktop. */
export const attentionWords = {
  title: 'Necesita atención',
  button: (count: number | null) =>
    count === null ? 'Necesita atención' : `Necesita atención: ${count === 0 ? 'nada' : count}`,
  close: 'Cerrar la lista',
  empty: 'Nada necesita atención',
  emptyHint:
    'Acá aparecen las visitas demoradas, liberadas o sin técnico, las respuestas de los clientes y los mensajes que fallaron.',
  nothingToday: 'Nada de hoy necesita atención',
  nothingFiltered: 'Nada con este filtro',
  nothingFilteredHint: 'Elegí otra operación u otro tipo.',
  past: 'De días anteriores',
  filterOperation: 'Operación',
  filterReason: 'Tipo',
  allOperations: 'Todas las operaciones',
  allReasons: 'Todos los tipos',
  counted: (name: string, count: number) => `${name} (${count})`,
  loading: 'Buscando lo que necesita atención…',
  failed: 'No se pudo obtener lo que necesita atención.',
  retry: 'Reintentar',
  days: (days: number) => `Respuestas y mensajes de los últimos ${days} días.`,
  groups: {
    delayed: 'Cierre demorado',
    released: 'Liberadas automáticamente',
    unassigned: 'Sin técnico',
    cancelled: 'Canceladas por el cliente',
    moved: 'Cambiadas por el cliente',
    unsolved: 'No quedó resuelto',
    message: 'Mensajes que fallaron',
  } satisfies Record<AttentionReason, string>,
  visit: (id: number, client: string) => `Visita #${id}, ${client}`,
  today: 'Hoy',
  noTechnician: 'Sin técnico',
  finish: 'Cerrar visita',
  assign: 'Asignar técnico',
  reschedule: 'Reprogramar',
  open: 'Abrir visita',
  seen: 'Enterado',
  seenAll: 'Enterado de todas',
  seenFailed: 'No se pudo registrar. Verificá tu conexión e intentá de nuevo.',
  movedFrom: (day: string, slot: string) => `Antes: ${day}, ${slot}`,
  message: (template: string, technician: boolean) =>
    `${technician ? 'No se pudo avisar al técnico' : 'No se pudo avisar al cliente'}: ${template}`,
  late: (reason: AttentionReason, minutes: number) => {
    const time = span(Math.abs(minutes));
    if (reason === 'delayed') return `demorada ${time}`;
    if (reason === 'released' || reason === 'unassigned')
      return minutes < 0 ? `empieza en ${time}` : `empezó hace ${time}`;
    return `hace ${time}`;
  },
  settings: 'Avisos de este navegador',
  desktop: 'Avisar en el escritorio',
  desktopHint: 'Cuando esta pestaña no está a la vista.',
  desktopRefused: 'El navegador no permite avisos de este sitio. Habilitalos en su configuración.',
  sound: 'Avisar con un sonido',
  notice: (count: number) =>
    count === 1 ? 'Una visita necesita atención' : `${count} visitas necesitan atención`,
  rest: (count: number) => (count === 1 ? 'Ver la restante' : `Ver las ${count} restantes`),
  more: (count: number) => `y ${count} más`,
} as const;

/** '35 min', '3 h', '2 días' */
function span(minutes: number): string {
  if (minutes < 1) return 'menos de un minuto';
  if (minutes < 120) return `${Math.floor(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} días`;
}
