import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { words } from '../../words.ts';
import { NotHere } from '../signed-in/not-here.tsx';

export const meta: MetaFunction = () => [{ title: `${words.trouble.notFoundTitle} · ${words.product}` }];

export function loader(_: LoaderFunctionArgs) {
  throw new Response(words.trouble.notFoundTitle, { status: 404 });
}

export const ErrorBoundary = () => <NotHere hint={words.trouble.notFound} />;

export default function NotFound() {
  return null;
}
