/** 'Ofrecer un lugar' on a client's panel: the free places of the next days, and what came of the one that was chosen. */
export const offerWords = {
  offer: 'Ofrecer un lugar',
  hide: 'Ocultar los lugares',
  hint: 'Elegí el lugar que el cliente acepta: se crea la visita y se le avisa.',
  onlySee: 'Podés ver los lugares, pero no crear la visita.',
  loading: 'Buscando lugares…',
  failed: 'No se pudieron obtener los lugares.',
  none: (days: number) => `No hay lugares libres en los próximos ${days} días.`,
  best: 'Para ofrecer primero',
  all: 'Todos los lugares',
  moreDays: (n: number) => `Ver ${n} días más`,
  zone: (name: string | null) => (name === null ? 'Sin zona asignada' : `Zona ${name}`),
  noChannel: 'El cliente no tiene Telegram, WhatsApp ni correo: decíselo por teléfono.',
  full: 'sin cupo',
  noLimit: 'sin límite',
  /** `n` of the visits that are planned are in the zone. */
  goingThere: (n: number, planned: number) =>
    n < planned
      ? `Ya vamos a esa zona: ${n} de ${planned} visitas`
      : n === 1
        ? 'Ya vamos a esa zona: 1 visita'
        : `Ya vamos a esa zona: ${n} visitas`,
  hoursOf: (hours: string) => `El cliente puede: ${hours}`,
  fits: (fits: boolean) => (fits ? 'en el horario del cliente' : 'fuera del horario del cliente'),
  misfit: 'fuera de su horario',
  inZone: (n: number) => `${n} en la zona`,
  planned: (n: number, type: string, ofType: number) =>
    n === 0
      ? 'nada planificado'
      : `${n === 1 ? '1 visita' : `${n} visitas`}${ofType > 0 ? ` (${ofType} de ${type})` : ''}`,
  technicians: (n: number) => (n === 0 ? 'sin técnicos' : n === 1 ? '1 técnico' : `${n} técnicos`),
  fewTechnicians: (n: number) => (n === 0 ? 'sin téc.' : `${n} téc.`),
  openVisit: 'Ya tiene una visita:',
  made: 'Se creó la visita.',
  notified: (channel: string) => `Se le avisó al cliente por ${channel}.`,
  notifying: 'En unos segundos se le avisa al cliente…',
  notNotified: 'No se pudo avisar al cliente.',
  notifiedUnknown: 'No se sabe si el aviso le llegó.',
  noNetwork: 'No se pudo crear la visita. Verificá tu conexión e intentá de nuevo.',
} as const;
