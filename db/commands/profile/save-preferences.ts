import { preferencesSchema } from '../../../machines/access/preferences.ts';
import { command } from '../../record/transact.ts';

/** The actor's own preferences (ux.md U16, U19): the named ones change, the others stay. */
export const savePreferences = command({
  name: 'savePreferences',
  input: preferencesSchema.refine((named) => Object.keys(named).length > 0, 'Falta la preferencia.'),
  async run({ tx, actor }, input) {
    await tx`update users set preferences = preferences || ${tx.json(input)} where id = ${actor.userId}`;
    return input;
  },
});
