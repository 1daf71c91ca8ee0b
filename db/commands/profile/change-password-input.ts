import { z } from 'zod';
import { demoPassword, lengthProblem } from '../../../machines/access/password.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { text } from '../input.ts';

const currentRequired = 'Ingresá tu contraseña actual.';

/** One's own new password, with the one before. Apart from the command, so that the forms ask the same schema. */
export const changePasswordInput = z.object({
  current: text(200, undefined, currentRequired).refine((password) => password !== '', currentRequired),
  next: text(200, refuse('password-long').text, refuse('password-short').text).superRefine(
    (password, context) => {
      // Too short, and good for the demo's own accounts all the same: the command asks whose it is.
      const trouble = password === demoPassword ? null : lengthProblem(password);
      if (trouble) context.addIssue({ code: 'custom', message: refuse(trouble).text });
    },
  ),
});
