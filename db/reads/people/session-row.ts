import type { Permission } from '../../../machines/access/permissions.ts';
import type { Columns, sessions, users } from '../../schema/index.ts';

/** A user as an actor, as `actorColumns` reads it. */
export type ActorRow = Columns<typeof users, 'username' | 'firstName' | 'lastName'> & {
  userId: number;
  technicianId: number | null;
  operations: string[];
  permissions: Permission[];
};

/** A session as it is read. */
export type SessionRow = ActorRow &
  Columns<typeof sessions, 'kind' | 'expiresAt'> &
  Columns<typeof users, 'defaultView' | 'preferences' | 'mustChangePassword'> & {
    key: string;
    version: number | null;
    revision: string | null;
    expiresInMs: number;
    stale: boolean;
    hasPicture: boolean;
  };
