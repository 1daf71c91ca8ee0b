import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listConversations } from '../../../db/reads/settings/settings.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useFollowSettings } from '../../data/use-follow-settings.ts';
import { loadSettings } from '../../setup/load-settings.server.ts';
import { SettingsError, SettingsScreen } from '../../setup/settings-screen.tsx';
import { conversationEditorWords as conversationEditor } from '../../words/setup/conversation-editor-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { ConversationForm } from './conversation-form.tsx';

export const handle: ScreenHandle = { title: conversationEditor.title, parent: '/setup' };
export const meta: MetaFunction = () => [{ title: `${conversationEditor.title} · ${shellWords.product}` }];
export const shouldRevalidate = revalidateFor('op');
export const ErrorBoundary = SettingsError;

/** What an operation's customers receive, and may do from the link of their visit (machines/customer/conversation.ts). */
export async function loader(args: LoaderFunctionArgs) {
  const settings = await loadSettings(args, 'can_edit_conversation', 'conversation.changed');
  const code = settings.operation?.code;
  const [conversation] = code ? await listConversations(args.context.db, [code]) : [];
  return { ...settings, conversation: conversation ?? null };
}

/** Its changes touch no board, so that they say nothing but their name. */
const concerns = (changes: { events: { name: string }[] }) =>
  changes.events.some(({ name }) => name === 'conversation.changed');

export default function ConversationEditor() {
  const data = useLoaderData<typeof loader>();
  const { operations, operation, version, history, conversation } = data;
  const reload = useFollowSettings(data, concerns);
  return (
    <SettingsScreen
      operations={operations}
      operation={operation}
      history={history}
      hint={conversationEditor.hint}
    >
      {conversation && (
        <ConversationForm
          key={conversation.operation}
          saved={conversation}
          history={history}
          seen={version}
          reload={reload}
        />
      )}
    </SettingsScreen>
  );
}
