import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { Empty } from '../../ui/content/error-page.tsx';
import { PlainButtonLink } from '../../ui/plain/plain.tsx';
import { errorWords } from '../../words/shell/shell-words.ts';

/**
 * A thing that the address names and that is not there, or not for this user: said inside the frame,
 * with the header and the ways on. Anything else goes on to the frame's own page.
 */
export function NotHere({ hint }: { hint: string }) {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return (
    <Empty
      title={typeof error.data === 'string' && error.data ? error.data : errorWords.notFound}
      hint={hint}
    >
      <PlainButtonLink to="/">{errorWords.goHome}</PlainButtonLink>
    </Empty>
  );
}
