import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';

export type Reach = Pick<Actor, 'operations'>;

/**
 * Every report starts here: the requested operations that are the actor's, or all of theirs when none are
 * named. The caller answers 403 to foreign ones; here they find nothing.
 */
export const reachOf = (actor: Reach, requested: string[] | null): string[] =>
  operationsOf(actor).filter((code) => requested === null || requested.includes(code));
