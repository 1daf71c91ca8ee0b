import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';

export type Reach = Pick<Actor, 'operations'>;

/**
 * Every report starts here: of the operations asked for those that are the actor's, or all of the actor's when
 * none are named. That a foreign one is answered with 403 is the caller's to say; here it only finds nothing.
 */
export const reachOf = (actor: Reach, asked: string[] | null): string[] =>
  operationsOf(actor).filter((code) => asked === null || asked.includes(code));
