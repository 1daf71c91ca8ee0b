import { Container, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { listOperations } from '../../../db/reads/settings/operation.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { reports } from '../../../machines/report/reports.ts';
import { MonthlyReport } from '../../reports/monthly-report.tsx';
import { MyTechnicians } from '../../reports/my-technicians.tsx';
import { reportAt } from '../../reports/paths.ts';
import { ReportsError } from '../../reports/reports-error.tsx';
import { requirePermission } from '../../require-session.server.ts';
import { Empty } from '../../ui/content/error-page.tsx';
import { reportsWords } from '../../words/shell/reports-words.ts';
import { errorWords, shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';

export const handle: ScreenHandle = { title: reportsWords.title, parent: '/reports' };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${data ? (reportsWords.ownTitles[data.name] ?? reports[data.name].title) : reportsWords.title} · ${shellWords.product}`,
  },
];
export const ErrorBoundary = ReportsError;

/** What the form needs; the rows are asked for by the screen, which shows how that goes. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const actor = requirePermission(context, 'can_read_reports');
  const name = reportAt(params.report ?? '');
  if (!name) throw new Response(errorWords.notFound, { status: 404 });
  return { name, operations: await listOperations(context.db, actor.operations), today: today(new Date()) };
}

/** The question in the address is the screen's own business. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => (currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate);

/** One of the twelve (S2 §2, §4 'Report screen'). */
export default function Report() {
  const { name, operations, today: day } = useLoaderData<typeof loader>();
  if (operations.length === 0)
    return <Empty title={reportsWords.noOperations} hint={reportsWords.noOperationsHint} />;
  return (
    <Container size="xl" py="md" w="100%">
      <Title order={2} size="h4" mb="sm">
        {reports[name].title}
      </Title>
      {name === 'my_techs' ? (
        <MyTechnicians operations={operations} today={day} />
      ) : (
        <MonthlyReport key={name} name={name} operations={operations} today={day} />
      )}
    </Container>
  );
}
