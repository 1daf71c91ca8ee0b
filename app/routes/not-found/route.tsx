import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { errorWords, shellWords } from '../../words/shell/shell-words.ts';
import { NotHere } from '../signed-in/not-here.tsx';

export const meta: MetaFunction = () => [{ title: `${errorWords.notFoundTitle} · ${shellWords.product}` }];

export function loader(_: LoaderFunctionArgs) {
  throw new Response(errorWords.notFoundTitle, { status: 404 });
}

export const ErrorBoundary = () => <NotHere hint={errorWords.notFound} />;

export default function NotFound() {
  return null;
}
