import type { Responsible } from '../../../machines/report/reports.ts';

const groups: Record<Responsible, string> = {
  cliente: 'Responsabilidad del cliente',
  empresa: 'Responsabilidad de la empresa',
  terceros: 'Responsabilidad de terceros',
};

export const conflictWords = {
  changed: 'La visita cambió mientras la estabas editando.',
  refused: 'No se guardó nada: la visita cambió desde que la abriste.',
  see: 'Ver cambios',
  hide: 'Ocultar cambios',
  retry: 'Reintentar',
  retryHint: 'Reintentar guarda lo tuyo sobre la visita como está ahora.',
  loading: 'Buscando los cambios…',
  failed: 'No se pudieron obtener los cambios.',
  none: 'Los cambios ya no están en el historial.',
  system: 'Agenda técnica',
  to: (name: string) => `a ${name}`,
  slot: (name: string) => `franja ${name}`,
  reported: (time: string) => `informado a las ${time}`,
  reportedOn: (instant: string) => `informado el ${instant}`,
} as const;

export const rescheduleWords = {
  title: 'Reprogramar visita',
  countMany: (n: number) => `Se reprograman ${n} visitas.`,
  reminder:
    'Recordá: una visita agendada es un compromiso con el cliente. Reprogramala solo si es necesario.',
  unsetTech: 'Desasignar técnico',
  publicLink: 'Enviar al cliente el enlace con la nueva fecha',
  date: 'Nueva fecha',
  slotsFailed: 'No se pudo obtener la lista de franjas horarias',
  reason: 'Motivo',
  chooseReason: 'Elegí un motivo',
  notes: 'Notas de la reprogramación',
  submit: 'Reagendar Visita',
  close: 'Cerrar',
  done: (ids: number[]) =>
    ids.length === 1
      ? `Se reprogramó correctamente. Nueva visita: #${ids[0]}`
      : `Se reprogramó correctamente. Nuevas visitas: ${ids.map((id) => `#${id}`).join(', ')}`,
  failed: (diagnostic: string) => `Error al reprogramar la visita: ${diagnostic}`,
  noNetwork: 'No se pudo reprogramar la visita',
  groups,
  otherReasons: 'Otros motivos',
  stopped: (id: number, order: string) => `La detuvo la visita #${id} (OT ${order}).`,
  leaveOut: 'Sacarla de la selección',
  noneLeft: 'No quedan visitas para reprogramar.',
} as const;

export const changeTechnicianWords = {
  title: 'Cambio de técnico',
  count: (n: number) => (n === 1 ? '1 visita elegida' : `${n} visitas elegidas`),
  technician: 'Nuevo técnico',
  unassigned: 'Sin técnico',
  unresolved: 'No se pudo obtener el nombre del técnico. Por favor realice otra selección',
  submit: 'Cambiar técnico',
  close: 'Cerrar',
  done: (n: number, name: string | null) => {
    const visits = n === 1 ? '1 visita' : `${n} visitas`;
    return name ? `${visits} para ${name}.` : `${visits} sin técnico.`;
  },
  same: 'Las visitas elegidas ya estaban así.',
  failed: (diagnostic: string) => `Error al cambiar el técnico: ${diagnostic}`,
  noNetwork: 'No se pudo cambiar el técnico',
} as const;
