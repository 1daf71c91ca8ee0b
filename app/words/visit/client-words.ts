export const clientWords = {
  title: (number: string) => `Cliente ${number}`,
  unknownTitle: 'Cliente inexistente',
  failed: 'Hubo un error obteniendo los datos del cliente',
  pending: 'Órdenes pendientes',
  noPending: 'El cliente no tiene órdenes pendientes.',
  history: 'Histórico de visitas',
  noHistory: 'El cliente no tiene visitas.',
  columns: ['Visita', 'Fecha', 'OT', 'Síntoma', 'Estado'],
  data: 'Datos del cliente',
  same: (n: number) => (n === 1 ? 'Parece estar dos veces' : `Parece estar ${n + 1} veces`),
  sameBy: { document: 'el mismo documento', address: 'el mismo nombre y la misma dirección' },
  name: 'Nombre',
  status: 'Estado',
  address: 'Dirección',
  location: 'Localidad',
  telephone: 'Teléfono',
  email: 'Correo electrónico',
  whatsapp: 'WhatsApp',
  pendingFailed: 'No se pudieron obtener las OTs pendientes de este cliente',
  historyFailed: 'Error no especificado',
  tickets: 'Tickets',
  noTickets: 'El cliente no tiene tickets.',
  ticketsFailed: 'No se pudo consultar los tickets en ticketera',
  priorityInside: 'Hay tickets con notas prioritarias',
  retry: 'Reintentar',
} as const;

export const ticketWords = {
  title: (number: string) => `Ticket ${number}`,
  order: (number: string) => `OT ${number}`,
  priorityInside: 'Este ticket tiene notas prioritarias',
  priorityNotes: 'Notas prioritarias',
  priority: 'Prioritaria',
  notes: 'Notas',
  countNotes: (n: number) => (n === 1 ? '1 nota' : `${n} notas`),
  noNotes: 'El ticket no tiene notas.',
  opened: (at: string) => `Abierto el ${at}`,
  files: 'Archivos adjuntos',
  download: (name: string, size: string) => `Descargar ${name} (${size})`,
  size: (bytes: number) =>
    bytes < 1_000
      ? `${bytes} B`
      : bytes < 1_000_000
        ? `${Math.round(bytes / 1_000)} kB`
        : `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`,
  failed: 'No se pudo consultar los tickets en ticketera',
  close: 'Volver al cliente',
} as const;
