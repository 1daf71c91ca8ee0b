import type { LoaderFunctionArgs } from '@remix-run/node';

export function loader(_: LoaderFunctionArgs) {
  throw new Response('', { status: 404 });
}

export default function NotFound() {
  return null;
}
