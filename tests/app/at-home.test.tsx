// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CustomerConversation } from '../../app/routes/external/conversation.tsx';
import { externalWords } from '../../app/words/shell/external-words.ts';
import type {
  CustomerConversation as Conversation,
  CustomerView,
} from '../../machines/customer/customer-view.ts';

afterEach(cleanup);

const { atHome: words, conversation: replies } = externalWords;
const nothing: Conversation = {
  replies: false,
  confirmed: false,
  chosen: false,
  atHome: 'off',
  change: null,
  cancel: null,
  until: null,
  changesLeft: 0,
  late: null,
  question: 'off',
};

function show(conversation: Partial<Conversation>) {
  const view = {
    state: 'scheduled',
    seen: 's',
    conversation: { ...nothing, ...conversation },
  } as CustomerView;
  render(
    <CustomerConversation view={view} token="abc" open={null} days={[]} problem={null} submission="key-1" />,
  );
}

const sent = (button: HTMLElement) => {
  const form = (button as HTMLButtonElement).form!;
  return [form.method, form.getAttribute('action'), Object.fromEntries(new FormData(form))];
};

it('a customer says by one press that they are at home, also where the operation allows nothing else', () => {
  show({ atHome: 'offered' });
  const button = screen.getByRole('button', { name: words.press });
  expect(sent(button)).toEqual(['post', '/visit/external/reply/abc', { step: 'atHome', key: 'key-1' }]);
});

it('once it is said the page says so, and asks for nothing more', () => {
  show({ atHome: 'said' });
  expect(screen.getByText(words.said)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('who has said to be at home is not asked whether they will be', () => {
  show({ atHome: 'said', replies: true, change: 'tarde', cancel: 'tarde' });
  expect(screen.queryByText(replies.title)).toBeNull();
  expect(screen.queryByRole('button', { name: replies.confirm })).toBeNull();
});

it('before that hour the page does not offer it', () => {
  show({});
  expect(screen.queryByText(words.press)).toBeNull();
});

it('a day that its customer has just chosen is said to be chosen, and not asked about', () => {
  show({ replies: true, chosen: true });
  expect(screen.getByText(replies.chosen)).toBeTruthy();
  expect(screen.queryByRole('button', { name: replies.confirm })).toBeNull();
  expect(screen.getByRole('button', { name: replies.change })).toBeTruthy();
});
