import type { ServerBuild } from '@remix-run/node';
import { readForm } from '../../../app/read-form.server.ts';
import type { RequestContext } from '../../../db/request-context.ts';

type Args = { request: Request; context: unknown };

/** A Remix build of three resource routes: one that signs in, one that signs out, one that says who asks. */
export function smallScreens(): ServerBuild {
  const authOf = (context: unknown) => (context as RequestContext).auth;
  const login = {
    loader: () => new Response('sign in here'),
    action: async ({ request, context }: Args) => {
      const form = await readForm(request);
      if (!form) return new Response('wrong', { status: 400 });
      const answer = await authOf(context).signIn({
        username: form.get('username') ?? '',
        password: form.get('password') ?? '',
      });
      return new Response(JSON.stringify(answer), { status: answer.ok ? 200 : answer.status });
    },
  };
  const logout = {
    action: async ({ context }: Args) => {
      await authOf(context).signOut();
      return new Response('out');
    },
  };
  const who = {
    loader: ({ context }: Args) =>
      new Response((context as RequestContext).session?.actor.username ?? 'none'),
  };
  const route = (path: string, module: object) => ({ id: path, parentId: 'root', path, module });
  const root = { id: 'root', path: '', module: {} };
  const routes = {
    root,
    login: route('login', login),
    logout: route('logout', logout),
    who: route('who', who),
  };
  for (const [id, one] of Object.entries(routes)) one.id = id;
  return {
    entry: { module: { default: () => new Response('screen') } },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    mode: 'production',
    isSpaMode: false,
    future: {},
  } as unknown as ServerBuild;
}
