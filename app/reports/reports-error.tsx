import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { ErrorInScreen } from '../ui/content/error-page.tsx';
import { reportsWords } from '../words/shell/reports-words.ts';
import { errorWords } from '../words/shell/shell-words.ts';

/** Who may see no reports goes home; from a report that failed one goes to the others. */
export function ReportsError() {
  const error = useRouteError();
  const forbidden = isRouteErrorResponse(error) && error.status === 403;
  const back = forbidden
    ? { to: '/', text: errorWords.goHome }
    : { to: '/reports', text: reportsWords.title };
  return <ErrorInScreen back={back} />;
}
