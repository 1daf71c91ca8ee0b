import { formatInstant } from '../../../machines/calendar/slots.ts';

/** A visit's photos. */
export const photoWords = {
  section: 'Fotos',
  none: 'Sin fotos.',
  add: 'Agregar fotos',
  full: 'Ya hay 8 fotos',
  of: (place: number, at: Date) => `Foto ${place}, ${formatInstant(at)}`,
  title: (place: number, count: number) => `Foto ${place} de ${count}`,
  waiting: 'Foto pendiente de envío',
  sent: 'Foto enviada',
  states: {
    waiting: 'pendiente de envío',
    sending: 'enviando…',
    held: 'en espera',
    refused: 'no se pudo enviar',
    sent: 'enviada',
  },
  tooMany: (room: number) =>
    room <= 0
      ? 'La visita ya tiene 8 fotos, que es el máximo.'
      : `Se ${room === 1 ? 'agrega 1 foto' : `agregan ${room} fotos`}: el máximo por visita es 8.`,
  unreadable: 'La foto no se puede leer. Se aceptan JPEG, PNG, WebP y HEIC.',
  heicNeedsSignal: 'Para leer una foto HEIC hace falta señal la primera vez. Probá con una JPEG.',
  noPhoto: 'No se pudo traer la foto. Verificá tu conexión.',
  whole: 'Ver la foto en otra pestaña',
  previous: 'Anterior',
  next: 'Siguiente',
  close: 'Cerrar',
} as const;
