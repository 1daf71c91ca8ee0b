/** The strip over the board: how today goes. */
export const stripWords = {
  label: 'Cómo va hoy',
  today: 'Hoy',
  todo: 'Por hacer',
  onTheWay: 'En camino',
  done: 'Concluidas',
  late: 'Demoradas',
  unassigned: 'Sin técnico',
  places: (n: number) => (n === 1 ? 'Lugar libre' : 'Lugares libres'),
  placesHint: 'Lugares que quedan en las franjas con cupo que no terminaron',
  withPlaces: 'Franjas con lugar',
  promise: 'En franja',
  promiseHint: 'Visitas de hoy cerradas dentro de su franja, de las que ya se cerraron',
  /** What its filter shows. */
  outOfSlot: 'Cerradas fuera de franja',
  shows: (label: string) => `Mostrar solo: ${label}`,
  off: 'Mostrar todas',
  emptyTitle: (label: string) => `No hay visitas así en estos días: ${label}.`,
  emptyHint: 'Apretá de nuevo el filtro para ver todas.',
} as const;
