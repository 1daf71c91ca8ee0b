import { index, type RouteConfig, route } from '@remix-run/route-config';

/** Every path of the spec's route tables (S1 §2, S2 §2), literally. */
export default [
  index('routes/index/route.tsx'),
  route('login', 'routes/login/route.tsx'),
  route('logout', 'routes/logout/route.tsx'),
  route('visit/external/view/:token', 'routes/external/route.tsx'),
  route('actions/visit', 'routes/actions-visit/route.ts'),
  route('board/orders', 'routes/board-orders/route.ts'),
  route('board/order', 'routes/board-order/route.ts'),
  route('board/client', 'routes/board-client/route.ts'),
  route('board/picture', 'routes/board-picture/route.ts'),
  route('board/visit/:id', 'routes/board-visit/route.ts'),
  route('board/visit-events/:id', 'routes/board-visit-events/route.ts'),
  route('board/closing/:id', 'routes/board-closing/route.ts'),
  route('board/creation', 'routes/board-creation/route.ts'),
  route('', 'routes/signed-in/route.tsx', [
    route('jefetec', 'routes/jefetec/route.tsx'),
    route('calendario', 'routes/calendario/route.tsx'),
    route('tecnico/:nombre?', 'routes/tecnico/route.tsx'),
    route('subsidiaries/detail/:date/:timestripe', 'routes/slot-detail/route.tsx'),
    route('visit/view/:visit_id/:mode', 'routes/visit/route.tsx'),
    route('visit/:type/:ot_type?/:ot_number?/:visit_id?', 'routes/new-visit/route.tsx'),
    route('mailbox', 'routes/mailbox/route.tsx'),
    route('subsidiaries/edit', 'routes/later/route.tsx', { id: 'edit-subsidiaries' }),
    route('priorities/edit', 'routes/later/route.tsx', { id: 'edit-priorities' }),
    route('zones/edit', 'routes/later/route.tsx', { id: 'edit-zones' }),
    route('profile', 'routes/later/route.tsx', { id: 'profile' }),
    route('setup', 'routes/later/route.tsx', { id: 'setup' }),
    route('reports/*', 'routes/later/route.tsx', { id: 'reports' }),
  ]),
  route('*', 'routes/not-found/route.tsx'),
] satisfies RouteConfig;
