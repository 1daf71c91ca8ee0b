import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { data, redirect } from '@remix-run/node';
import { useLoaderData, useParams } from '@remix-run/react';
import { tokenIn } from '../../../db/secrets/links.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { externalWords } from '../../words/shell/external-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { CustomerConversation } from './conversation.tsx';
import { LinkFailed } from './link-failed.tsx';
import { useCustomerVisit } from './use-customer-visit.ts';
import { VisitCard } from './visit-card.tsx';

export const meta: MetaFunction = () => [
  { title: `${externalWords.title} · ${shellWords.product}` },
  { name: 'robots', content: 'noindex' },
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

/** What a customer sees through the link of a message: the visit's promise, and nothing else of the record. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const token = tokenIn(params.token ?? '');
  if (token !== params.token) return redirect(`/visit/external/view/${token}`);
  const answer = await context.auth.openLink(token);
  if (answer.ok) return data(answer);
  const { status, retryAfterSeconds, ...refused } = answer;
  return data(refused, {
    status,
    ...(retryAfterSeconds ? { headers: { 'retry-after': String(retryAfterSeconds) } } : {}),
  });
}

/** S2 §2 'External visit view'; a link that opens nothing shows the diagnostic, then the login (S2 §8). */
export default function External() {
  const answer = useLoaderData<typeof loader>();
  const { token } = useParams();
  return answer.ok ? (
    <Followed key={token} token={token ?? ''} first={answer.view} />
  ) : (
    <LinkFailed diagnostic={answer.text} />
  );
}

function Followed(props: Parameters<typeof useCustomerVisit>[0]) {
  const { view, lost, gone, show } = useCustomerVisit(props);
  return gone ? (
    <LinkFailed diagnostic={refuse('link-unknown').text} />
  ) : (
    <VisitCard view={view} lost={lost}>
      <CustomerConversation token={props.token} view={view} show={show} />
    </VisitCard>
  );
}
