import { z } from 'zod';
import { everyPermission, integrationProfile } from '../../../machines/access/permissions.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { flag, id, listedOperation, optional, requiredText, seenVersion, text } from '../input.ts';

const trimmed = (max: number, tooLong: string) => text(max, tooLong).transform((value) => value.trim());
const personName = (missing: string) =>
  requiredText(textLimits.personName, missing, { tooLong: 'Admite hasta 60 caracteres.' });
const missing = {
  username: 'El usuario es obligatorio.',
  firstName: refuse('name-required').text,
  lastName: 'El apellido es obligatorio.',
};

/** The sign-in name: letters without accents, digits and . _ - after the first; upper case is lowered. */
const username = requiredText(textLimits.username, missing.username, {
  tooLong: 'El usuario admite hasta 40 caracteres.',
})
  .transform((value) => value.toLowerCase())
  .refine(
    (value) => /^[a-z0-9][a-z0-9._-]{1,39}$/.test(value),
    'Usá de 2 a 40 letras sin acento, números, puntos o guiones.',
  )
  .refine((value) => !value.startsWith('integracion-'), 'Ese comienzo es de las integraciones.');

const email = trimmed(textLimits.email, 'El correo admite hasta 200 caracteres.').refine(
  (value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  'El correo no es válido.',
);

const profile = trimmed(textLimits.personName, 'Admite hasta 60 caracteres.').refine(
  (value) => value.toLowerCase() !== integrationProfile.toLowerCase(),
  'Ese tipo de perfil es de las integraciones.',
);

/**
 * An account as an administrator sets it. Without an id it is a new one, which requires username and both names;
 * otherwise absent fields stay as they are. Apart from the command, so that the form uses the same schema.
 */
export const editUserInput = z
  .object({
    id: optional(id),
    username: username.optional(),
    firstName: personName(missing.firstName).optional(),
    lastName: personName(missing.lastName).optional(),
    email: email.nullish(),
    profile: profile.optional(),
    defaultView: z
      .enum(['index_jefetec', 'index_calendario', 'index_tecnico'], 'Elegí una de las vistas.')
      .optional(),
    active: flag.optional(),
    permissions: z
      .array(z.enum(everyPermission, 'Uno de los permisos no existe.'))
      .max(100)
      .transform((list) => [...new Set(list)])
      .optional(),
    /** In order: a technician's first operation counts. */
    subsidiaries: z
      .array(listedOperation)
      .max(1_000)
      .transform((list) => [...new Set(list)])
      .optional(),
    is_technician: flag.optional(),
    version: seenVersion,
  })
  .superRefine((input, context) => {
    if (input.id !== null) return;
    for (const [field, message] of Object.entries(missing))
      if (input[field as keyof typeof missing] === undefined)
        context.addIssue({ code: 'custom', path: [field], message });
  });

export type EditUserInput = z.output<typeof editUserInput>;
