import { index, layout, type RouteConfig, route } from '@remix-run/route-config';

/** Every path of the spec's route tables (S1 §2, S2 §2), literally. */
export default [
  index('routes/index/route.tsx'),
  layout('routes/mantine/route.tsx', { id: 'mantine-signed-out' }, [
    route('login', 'routes/login/route.tsx'),
    route('password', 'routes/password/route.tsx'),
  ]),
  // Without the screens' scripts: the server draws it.
  route('visit/external/view/:token', 'routes/external/route.tsx'),
  route('logout', 'routes/logout/route.tsx'),
  route('visit/external/reply/:token', 'routes/external-reply/route.ts'),
  route('do/:command', 'routes/do-command/route.ts'),
  route('ask/:read', 'routes/ask/route.ts'),
  route('board/picture', 'routes/board-picture/route.ts'),
  route('board/closing', 'routes/board-closing-catalogue/route.ts'),
  route('board/closing/:id', 'routes/board-closing/route.ts'),
  route('reports/rows/:report', 'routes/report-rows/route.ts'),
  route('logos/:hash', 'routes/logo/route.ts'),
  route('board/ground', 'routes/board-ground/route.ts'),
  // A frame of its own: a wall has no header.
  route('pizarra', 'routes/wall/route.tsx'),
  route('', 'routes/signed-in/route.tsx', [
    // Without Mantine: a phone's first load.
    route('tecnico/:nombre?', 'routes/tecnico/route.tsx'),
    layout('routes/with-attention/route.tsx', [
      // Without Mantine: the boards work before its scripts are there.
      route('jefetec', 'routes/jefetec/route.tsx'),
      route('calendario', 'routes/calendario/route.tsx'),
      layout('routes/mantine/route.tsx', { id: 'mantine-signed-in' }, [
        route('tecnico/:nombre/hoja', 'routes/day-sheet/route.tsx'),
        route('subsidiaries/detail/:date/:timestripe', 'routes/slot-detail/route.tsx'),
        route('visit/view/:visit_id/:mode', 'routes/visit/route.tsx'),
        route('visit/:type/:ot_type?/:ot_number?/:visit_id?', 'routes/new-visit/route.tsx'),
        route('mailbox', 'routes/mailbox/route.tsx'),
        route('subsidiaries/edit', 'routes/slot-editor/route.tsx'),
        route('subsidiaries/absences', 'routes/absence-editor/route.tsx'),
        route('subsidiaries/skills', 'routes/skill-editor/route.tsx'),
        route('priorities/edit', 'routes/priority-editor/route.tsx'),
        route('zones/edit', 'routes/zone-editor/route.tsx'),
        route('names/new', 'routes/new-names/route.tsx'),
        route('conversation/edit', 'routes/conversation-editor/route.tsx'),
        route('webhooks', 'routes/webhooks/route.tsx'),
        route('webhooks/:id', 'routes/webhook-editor/route.tsx'),
        route('profile', 'routes/profile/route.tsx'),
        route('users', 'routes/users/route.tsx'),
        route('users/:id', 'routes/user/route.tsx'),
        route('audit', 'routes/audit/route.tsx'),
        route('retention', 'routes/retention/route.tsx'),
        route('import', 'routes/import/route.tsx'),
        route('setup', 'routes/setup/route.tsx'),
        route('reports', 'routes/reports/route.tsx'),
        // The twelve literal paths of the spec stand in app/reports/paths.ts.
        route('reports/:report', 'routes/report/route.tsx'),
      ]),
    ]),
    route('vistas/:id', 'routes/saved-view/route.tsx'),
    // Inside the frame for who is signed in; without a session load-viewer.server.ts says the same outside it.
    route('*', 'routes/not-found/route.tsx'),
  ]),
] satisfies RouteConfig;
