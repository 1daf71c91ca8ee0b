import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { ErrorInScreen } from '../ui/error-page.tsx';
import { reportsWords } from '../words/reports.ts';
import { errorWords } from '../words/shell.ts';

/** Who may see no reports goes home; from a report that failed one goes to the others. */
export function ReportsError() {
  const error = useRouteError();
  const forbidden = isRouteErrorResponse(error) && error.status === 403;
  const back = forbidden
    ? { to: '/', text: errorWords.goHome }
    : { to: '/reports', text: reportsWords.title };
  return <ErrorInScreen back={back} />;
}
