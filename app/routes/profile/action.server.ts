import { type ActionFunctionArgs, data } from '@remix-run/node';
import { refuse } from '../../../machines/words/refusals.ts';
import { readForm } from '../../read-form.server.ts';
import { requireSession } from '../../require-session.server.ts';

/** What the server does itself: the change of password, throttled as sign-ins are, and the question to the bot. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireSession(context);
  const form = await readForm(request);
  if (!form) throw new Response(refuse('check-the-data').text, { status: 422 });
  if (form.get('intent') === 'bot') {
    const answer = await context.auth.linkChat({
      telegram_chat_id: form.get('telegram_chat_id') ?? '',
      wa_number: form.get('wa_number') ?? '',
    });
    return data({ intent: 'bot' as const, ...answer }, { status: answer.ok ? 200 : answer.status });
  }
  if (form.get('intent') === 'one-tap') {
    const answer = await context.auth.makeLinkAddress();
    return data({ intent: 'one-tap' as const, ...answer }, { status: answer.ok ? 200 : answer.status });
  }
  const answer = await context.auth.changePassword({
    current: form.get('current') ?? '',
    next: form.get('next') ?? '',
  });
  return data({ intent: 'password' as const, ...answer }, { status: answer.ok ? 200 : answer.status });
}
