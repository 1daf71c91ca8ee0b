import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { TroubleInside } from '../ui/trouble.tsx';
import { words } from '../words.ts';

/** Who may see no reports goes home; from a report that failed one goes to the others. */
export function ReportsTrouble() {
  const error = useRouteError();
  const forbidden = isRouteErrorResponse(error) && error.status === 403;
  const back = forbidden
    ? { to: '/', text: words.trouble.goHome }
    : { to: '/reports', text: words.reports.title };
  return <TroubleInside back={back} />;
}
