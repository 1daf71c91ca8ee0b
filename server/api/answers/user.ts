import { z } from 'zod';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { preferencesSchema } from '../../../machines/access/preferences.ts';
import { count, flag, id, instant, operationCode, text } from './shapes.ts';

export const defaultView = z.enum(['index_jefetec', 'index_calendario', 'index_tecnico']);
const subsidiaries = z.array(z.strictObject({ subsidiary_id: operationCode, name: text }));
const permissions = z.array(z.enum(everyPermission));

/** Said only where it is so: nothing but the change of the password opens yet. */
const passwordChangeRequired = z.literal(true).optional();

export const sessionCheckAnswer = z.strictObject({ username: text, passwordChangeRequired });
export const loginAnswer = z.strictObject({
  token: text,
  defaultView,
  tokenExpires: instant,
  passwordChangeRequired,
});

/** S2 §3 'Profile'. */
export const profileAnswer = z
  .strictObject({
    username: text,
    firstName: text,
    lastName: text,
    fullName: text,
    email: text.nullable(),
    profile: text,
    permissions,
    profilePic: text.nullable().meta({ description: 'A data URL.' }),
    defaultView,
    tech_id: id.nullable(),
    subsidiaries,
    active_on_telegram: flag,
    subscribed_to_techs: flag,
  })
  .meta({ id: 'Profile' });

export const reachAnswer = z.strictObject({ permissions, subsidiaries });

const sessionId = z.string().regex(/^[0-9a-f]{16}$/);
export const sessionsAnswer = z.array(
  z.strictObject({
    session_id: sessionId,
    kind: z.enum(['browser', 'api']),
    date_created: instant,
    last_seen: instant,
    user_agent: text.nullable(),
    current: flag,
  }),
);
export const ownChangesAnswer = z.array(
  z.strictObject({
    subsidiary: text,
    version: count,
    event: text,
    date: instant,
    visit_id: z.array(count),
    client_name: text.nullable(),
    tech_name: text.nullable().meta({ description: 'Whom it gave the first visit to.' }),
    timestripe_name: text.nullable().meta({ description: 'Where it moved the first visit to.' }),
    undone: flag,
    key: text.nullable().meta({ description: 'For `visit/undo`, until `undo_until`; null: it is too late.' }),
    undo_until: instant.nullable(),
  }),
);
export const endedSessionAnswer = z.strictObject({ session_id: sessionId });
export const endedAnswer = z.strictObject({
  ended: count.meta({ description: 'Other sessions that were ended.' }),
});
export const preferencesAnswer = preferencesSchema;
export const pictureAnswer = z.strictObject({ bytes: count });
export const pushKeyAnswer = z.strictObject({ public_key: text });
export const chatLinkAnswer = z.strictObject({ url: z.url() });
export const linkedAnswer = z.strictObject({ active_on_telegram: flag });
export const subscribedAnswer = z.strictObject({ subscribed_to_techs: flag });
