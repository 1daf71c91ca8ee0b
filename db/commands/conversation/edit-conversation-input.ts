import { z } from 'zod';
import { conversationLimits } from '../../../machines/customer/conversation.ts';
import { arrivalModes } from '../../../machines/visit/arrival.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { flag, operationCode, seenVersion, text, wholeBetween } from '../input.ts';

const { noticeHours, changes } = conversationLimits;

/** Absent fields stay as they are. Apart from the command, so that the form uses the same schema. */
/** Characters of a logo's data URL: 300 kB as base64. */
const maxLogoText = 410_000;

export const editConversationInput = z.object({
  subsidiary_id: operationCode,
  reminder: flag.nullish(),
  replies: flag.nullish(),
  question: flag.nullish(),
  notice_hours: wholeBetween(
    noticeHours.first,
    noticeHours.last,
    refuse('notice-hours-range').text,
  ).nullish(),
  changes: wholeBetween(changes.first, changes.last, refuse('changes-range').text).nullish(),
  late: flag.nullish(),
  arrival: z.enum(arrivalModes, refuse('arrival-mode-unknown').text).nullish(),
  company: text(conversationLimits.company, refuse('company-long').text)
    .transform((name) => name.trim())
    .nullish(),
  telephone: text(conversationLimits.telephone, refuse('company-telephone').text)
    .transform((number) => number.trim())
    .nullish(),
  /** Two letters; '': as the installation says. */
  country: text(2, refuse('telephone-country').text)
    .transform((code) => code.trim().toUpperCase())
    .refine((code) => code === '' || /^[A-Z]{2}$/.test(code), refuse('telephone-country').text)
    .nullish(),
  /** With or without its 0; '': as the installation says. */
  area_code: text(8, refuse('telephone-area-code').text)
    .transform((code) => code.replace(/[\s()]/g, '').replace(/^0/, ''))
    .refine((code) => /^([1-9]\d{0,4})?$/.test(code), refuse('telephone-area-code').text)
    .nullish(),
  /** Its systems write clients' names with the surname first and no comma. */
  surname_first: flag.nullish(),
  /** A picture as a data URL; '': none. */
  logo: text(maxLogoText, refuse('logo-unreadable').text)
    .refine((logo) => logo === '' || logo.startsWith('data:image/'), refuse('logo-unreadable').text)
    .nullish(),
  version: seenVersion,
});
