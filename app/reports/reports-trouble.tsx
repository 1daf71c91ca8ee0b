import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { TroubleInside } from '../ui/trouble.tsx';
import { reportsWords } from '../words/reports.ts';
import { troubleWords } from '../words/shell.ts';

/** Who may see no reports goes home; from a report that failed one goes to the others. */
export function ReportsTrouble() {
  const error = useRouteError();
  const forbidden = isRouteErrorResponse(error) && error.status === 403;
  const back = forbidden
    ? { to: '/', text: troubleWords.goHome }
    : { to: '/reports', text: reportsWords.title };
  return <TroubleInside back={back} />;
}
