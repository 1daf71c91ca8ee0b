import type { CustomerEvent } from '../../../db/reads/orders/client-messages.ts';
import type { NoticeState } from '../../../machines/notice/notice.ts';

/** 'Lo que se le dijo al cliente': messages, openings of the link, and what the customer answered. */
export const messagesWords = {
  title: 'Lo que se le dijo al cliente',
  loading: 'Buscando los mensajes…',
  failed: 'No se pudo obtener lo que se le dijo al cliente.',
  none: 'Todavía no se le envió ningún mensaje.',
  states: {
    pending: 'en cola',
    sending: 'enviando',
    sent: 'enviado',
    failed: 'falló',
    unknown: 'sin confirmar',
    no_channel: 'sin canal de contacto',
    dropped: 'descartado',
  } satisfies Record<NoticeState, string>,
  by: (state: string, channel: string) => `${state} por ${channel}`,
  opened: 'Abrió el enlace',
  openedSince: (first: string) => `la primera vez, ${first}`,
  steps: {
    'visit.confirmed': 'Confirmó la visita',
    'visit.rescheduled': 'Pidió cambiarla',
    'visit.cancelled': 'Canceló la visita',
    'visit.at_home': 'Avisó que está en casa',
    'visit.answered': 'Respondió si quedó resuelto',
  } satisfies Record<CustomerEvent, string>,
  solved: { yes: 'Respondió que quedó resuelto', no: 'Respondió que no quedó resuelto' },
  resend: 'Reenviar',
  resendOf: (template: string, id: number) => `Reenviar: ${template}, visita #${id}`,
  resent: 'El mensaje se envía de nuevo.',
  resendFailed: 'No se pudo reenviar. Verificá tu conexión e intentá de nuevo.',
} as const;

/** How a message went out, as it is said after 'por'. */
export const channelWords: Readonly<Record<string, string>> = {
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  email: 'correo',
  mailbox: 'el buzón de desarrollo',
};
