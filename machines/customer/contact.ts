import { z } from 'zod';
import { numbersOf, telephoneParts } from '../telephone/read-field.ts';
import { onWhatsapp, type TelephonePlan } from '../telephone/read-number.ts';

/** What a client can be reached by, as it is recorded. */
export type Contact = { telephone: string | null; waNumber: string | null; email: string | null };

/** By the API's names. */
export const contactFields = ['telephone', 'wa_number', 'email'] as const;
export type ContactField = (typeof contactFields)[number];

/** What is said of a field that cannot be used, on screens and in the answer of an intake. */
export const unusableTexts: Record<ContactField, string> = {
  telephone: 'Número que no se puede usar',
  wa_number: 'Número que no se puede usar',
  email: 'Correo que no se puede usar',
};

/** The fields that say something by which the client cannot be reached; no message goes there. */
export function unusableFields(contact: Contact, plan: TelephonePlan): ContactField[] {
  const usable: Record<ContactField, boolean> = {
    telephone: !contact.telephone?.trim() || numbersOf(contact.telephone, plan).length > 0,
    wa_number: !contact.waNumber?.trim() || whatsappOf(contact.waNumber, plan) !== null,
    email: !contact.email?.trim() || emailOf(contact.email) !== null,
  };
  return contactFields.filter((field) => !usable[field]);
}

/**
 * Where a message goes by WhatsApp: the first number of the field that can be read, in digits with its country.
 *
 * @returns null: none can be read, and nothing may be sent
 */
export function whatsappOf(written: string | null, plan: TelephonePlan): string | null {
  const whole = onWhatsapp(written, plan);
  if (whole) return whole;
  const texts = telephoneParts(written, plan).flatMap(({ text, tel }) => (tel === null ? [] : [text]));
  return texts.map((text) => onWhatsapp(text, plan)).find((number) => number !== null) ?? null;
}

/** The address of a field that is one address and nothing else; null: 'no tiene', two addresses. */
export function emailOf(written: string | null): string | null {
  const address = z.email().safeParse(written?.trim());
  return address.success ? address.data : null;
}
