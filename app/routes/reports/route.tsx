import { Container } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { reportNames, reports } from '../../../machines/report/reports.ts';
import { reportPaths } from '../../reports/paths.ts';
import { ReportsError } from '../../reports/reports-error.tsx';
import { requirePermission } from '../../require-session.server.ts';
import { Cards } from '../../ui/content/cards.tsx';
import { reportsWords } from '../../words/shell/reports-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';

export const handle: ScreenHandle = { title: reportsWords.title };
export const meta: MetaFunction = () => [{ title: `${reportsWords.title} · ${shellWords.product}` }];
export const ErrorBoundary = ReportsError;

export function loader({ context }: LoaderFunctionArgs) {
  requirePermission(context, 'can_read_reports');
  return null;
}

/** S2 §2 'Reports menu': a card for each of the twelve. */
export default function Reports() {
  return (
    <Container size="lg" py="md" w="100%">
      <nav aria-label={reportsWords.title}>
        <Cards
          cards={reportNames.map((name) => ({
            to: reportPaths[name].path,
            icon: reportPaths[name].icon,
            title: reportsWords.menuTitles[name] ?? reports[name].title,
            text: reportsWords.cards[name],
          }))}
        />
      </nav>
    </Container>
  );
}
