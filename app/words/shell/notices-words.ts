import type { NoticeState } from '../../../machines/notice/notice.ts';
import { isTemplate, templates } from '../../../machines/notice/templates.ts';

export const mailboxWords = {
  title: 'Buzón de desarrollo',
  hint: 'Sin canales configurados, los mensajes llegan acá en lugar de salir.',
  empty: 'Todavía no hay mensajes.',
  nothing: 'Ningún mensaje tiene esas palabras.',
  search: 'Destinatario, visita o palabras del mensaje',
  find: 'Buscar',
  newest: 'Los más nuevos',
  older: 'Mensajes anteriores',
  to: 'Para',
} as const;

export const audienceWords: Record<'customer' | 'technician' | 'supervisor', string> = {
  customer: 'Cliente',
  technician: 'Técnico',
  supervisor: 'Supervisor',
};

export const noticeWords: Record<NoticeState, string> = {
  pending: 'Aviso pendiente',
  sending: 'Enviando aviso',
  sent: 'Cliente avisado',
  failed: 'No se pudo avisar',
  unknown: 'Aviso sin confirmar',
  no_channel: 'Cliente sin canal de contacto',
  dropped: 'Aviso descartado',
};

/** As the technician or supervisor is the recipient, not the customer. */
export const staffNoticeWords: Record<NoticeState, string> = {
  ...noticeWords,
  sent: 'Avisado',
  no_channel: 'Sin canal de contacto',
};

/** What a message is about; one of a template that is gone by its name. */
export const templateText = (template: string): string =>
  isTemplate(template) ? templates[template].label : template;
