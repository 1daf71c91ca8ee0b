import { z } from 'zod';
import { demoPassword, lengthProblem } from '../../../machines/access/password.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { text } from '../input.ts';

const currentRequired = 'Ingresá tu contraseña actual.';

/** The new password, with the current one. Apart from the command, so that the forms use the same schema. */
export const changePasswordInput = z.object({
  current: text(200, undefined, currentRequired).refine((password) => password !== '', currentRequired),
  next: text(200, refuse('password-long').text, refuse('password-short').text).superRefine(
    (password, context) => {
      const problem = password === demoPassword ? null : lengthProblem(password);
      if (problem) context.addIssue({ code: 'custom', message: refuse(problem).text });
    },
  ),
});
