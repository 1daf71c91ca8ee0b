import type { LoaderFunctionArgs } from '@remix-run/node';
import { maySwitchViews } from '../../../machines/permissions.ts';
import { requireSession, viewPaths } from '../../require-session.ts';

/** Who is signed in, for the header and the screens below. */
export function loadViewer({ context }: LoaderFunctionArgs) {
  const session = requireSession(context);
  const { actor } = session;
  return {
    userId: actor.userId,
    username: actor.username,
    fullName: actor.fullName,
    permissions: actor.permissions,
    operations: actor.operations,
    technicianId: actor.technicianId,
    hasPicture: session.hasPicture,
    maySwitchViews: maySwitchViews(actor),
    home: viewPaths[session.defaultView] ?? '/jefetec',
  };
}

export type Viewer = ReturnType<typeof loadViewer>;
