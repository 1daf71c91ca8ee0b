import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { listTechnicians } from '../../../db/reads/people/technicians.ts';
import { listOperations, listSlots, listZones } from '../../../db/reads/settings/operation.ts';
import { boardsOf } from '../../../machines/access/saved-views.ts';
import { surnameOf } from '../../../machines/customer/person-name.ts';
import { LiveProvider, useLiveConnection } from '../../data/live.ts';
import { viewPaths } from '../../require-session.server.ts';
import { loginFor, requireSessionHere } from '../../return-path.server.ts';
import { useKeptSession } from '../../wall/use-kept-session.ts';
import { Wall } from '../../wall/wall.tsx';
import { readWallAddress } from '../../wall/wall-address.ts';
import { WallFailed } from '../../wall/wall-failed.tsx';
import { wallWords } from '../../words/board/wall-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';

export const meta: MetaFunction = () => [
  { title: `${wallWords.title} · ${shellWords.product}` },
  { name: 'robots', content: 'noindex' },
];

/** The operations that a wall shows, with their slots, zones and surnames: nothing of a customer. Visits come live. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { actor, defaultView } = requireSessionHere(context, request);
  if (boardsOf({ ...actor, defaultView }).length === 0) throw redirect(viewPaths[defaultView] ?? '/tecnico');
  const { db } = context;
  const address = readWallAddress(new URL(request.url).search, actor.operations);
  const codes = address.operations;
  // Read before the rest, so that no change between the two is missed.
  const versions = await Promise.all(codes.map((code) => findVersion(db, code)));
  const [operations, slots, zones, technicians] = await Promise.all([
    listOperations(db, codes),
    listSlots(db, codes),
    listZones(db, codes),
    listTechnicians(db, codes),
  ]);
  return {
    ...{ seconds: address.seconds, light: address.light },
    boards: codes.map((operation, at) => ({
      operation,
      name: operations.find(({ code }) => code === operation)?.name ?? operation,
      version: versions[at] ?? 0,
      slots: slots.filter((slot) => slot.operation === operation),
      zones: zones.filter((zone) => zone.operation === operation),
    })),
    technicians: Object.fromEntries(technicians.map(({ id, name }) => [id, surnameOf(name)])) as Record<
      number,
      string
    >,
    userId: actor.userId,
    home: viewPaths[defaultView] ?? '/jefetec',
    signIn: loginFor(`/pizarra${new URL(request.url).search}`.slice(0, 500)),
    /** In milliseconds. */
    drawnAt: Date.now(),
  };
}

export const ErrorBoundary = WallFailed;

/** A screen on the wall of the office: no controls, and no user who looks after it (contract §13). */
export default function WallScreen() {
  const data = useLoaderData<typeof loader>();
  const session = useKeptSession(data.userId);
  const live = useLiveConnection(data.drawnAt, session.end);
  return (
    <LiveProvider value={live}>
      <Wall {...data} session={session} />
    </LiveProvider>
  );
}
