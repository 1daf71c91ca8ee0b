/** 'Mis últimos cambios': what the user did to visits, and what can still be taken back. */
export const ownChangesWords = {
  title: 'Mis últimos cambios',
  hint: 'Los últimos 20 del día. Los que todavía se pueden deshacer, 20 segundos y mientras nadie haya hecho otro sobre la misma visita, tienen su botón.',
  loading: 'Buscando tus cambios…',
  failed: 'No se pudieron obtener tus cambios.',
  none: 'Todavía no hiciste cambios en visitas hoy. Lo que muevas, asignes o generes aparece acá.',
  visit: (id: number) => `Visita #${id}`,
  visitsOf: (ids: readonly number[]) => (ids.length === 1 ? `Visita #${ids[0]}` : `${ids.length} visitas`),
  to: (technician: string) => `a ${technician}`,
  slot: (name: string) => `a la franja ${name}`,
  undone: 'Deshecho',
  undo: 'Deshacer',
  undoOf: (what: string) => `Deshacer: ${what}`,
} as const;
