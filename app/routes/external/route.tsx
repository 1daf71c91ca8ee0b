import { randomUUID } from 'node:crypto';
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { data, redirect } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { tokenIn } from '../../../db/secrets/links.ts';
import { isRefusalCode, refuse } from '../../../machines/words/refusals.ts';
import type { PageHandle } from '../../ui/content/page-handle.ts';
import { externalWords } from '../../words/shell/external-words.ts';
import { errorWords, shellWords } from '../../words/shell/shell-words.ts';
import { CustomerConversation } from './conversation.tsx';
import styles from './external.module.css';
import { openForms } from './forms.tsx';
import { LinkFailed } from './link-failed.tsx';
import { PageScript } from './page-script.tsx';
import { VisitCard } from './visit-card.tsx';

/** The server draws it, and its own small script follows the visit (`docs/decisions/customer-page.md`). */
export const handle: PageHandle = { withoutScripts: true };

export const meta: MetaFunction<typeof loader> = ({ data: answer }) => [
  { title: `${externalWords.title} · ${shellWords.product}` },
  { name: 'robots', content: 'noindex' },
  // Otherwise a browser hides from us too where a form without scripts comes from, and it is refused.
  ...(answer?.ok ? [{ name: 'referrer', content: 'same-origin' }] : []),
];

/** The address is the key: no cache keeps it, and no other page receives it as referrer. */
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const wait = loaderHeaders.get('retry-after');
  return {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(wait ? { 'retry-after': wait } : {}),
  };
};

/**
 * What a customer sees through the link of a message: the visit's promise, and nothing else of the record. `paso` opens
 * a form, `aviso` is the code of the refusal of what was sent.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const token = tokenIn(params.token ?? '');
  if (token !== params.token) return redirect(`/visit/external/view/${token}`);
  const answer = await context.auth.openLink(token);
  if (!answer.ok) {
    const { status, retryAfterSeconds, ...refused } = answer;
    return data(refused, {
      status,
      ...(retryAfterSeconds ? { headers: { 'retry-after': String(retryAfterSeconds) } } : {}),
    });
  }
  const query = new URL(request.url).searchParams;
  const { conversation } = answer.view;
  const form = openForms.find((name) => name === query.get('paso') && conversation.replies);
  const open = form === undefined || conversation[form] !== null ? null : form;
  const offered = open === 'change' ? await context.auth.offeredDays(token) : null;
  const code = query.get('aviso') ?? '';
  const problem = offered && !offered.ok ? offered.text : isRefusalCode(code) ? refuse(code).text : null;
  const days = offered?.ok ? offered.days : [];
  return data({ ok: true as const, view: answer.view, token, open, days, problem, key: randomUUID() });
}

/** S2 §2 'External visit view'; a link that opens nothing shows the diagnostic, then the login (S2 §8). */
export default function External() {
  const answer = useLoaderData<typeof loader>();
  if (!answer.ok)
    return (
      <>
        <LinkFailed diagnostic={answer.text} />
        <PageScript />
      </>
    );
  const { view, token, open, days, problem, key } = answer;
  return (
    <>
      <VisitCard view={view} token={token}>
        <CustomerConversation
          view={view}
          token={token}
          open={open}
          days={days}
          problem={problem}
          submission={key}
        />
      </VisitCard>
      <PageScript />
    </>
  );
}

/** The server could not read the visit: the same address is the way on, also without scripts. */
export function ErrorBoundary() {
  const { pathname } = useLocation();
  return (
    <main className={styles.page}>
      <h1 className={styles.heading}>{externalWords.title}</h1>
      <p role="alert" className={styles.problem}>
        {errorWords.unavailable}
      </p>
      <a className={styles.button} href={pathname}>
        {errorWords.retry}
      </a>
    </main>
  );
}
