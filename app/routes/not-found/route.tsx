import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { shellWords, troubleWords } from '../../words/shell.ts';
import { NotHere } from '../signed-in/not-here.tsx';

export const meta: MetaFunction = () => [{ title: `${troubleWords.notFoundTitle} · ${shellWords.product}` }];

export function loader(_: LoaderFunctionArgs) {
  throw new Response(troubleWords.notFoundTitle, { status: 404 });
}

export const ErrorBoundary = () => <NotHere hint={troubleWords.notFound} />;

export default function NotFound() {
  return null;
}
