// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CustomerConversation } from '../../app/routes/external/conversation.tsx';
import { externalWords } from '../../app/words/shell/external-words.ts';
import type { CustomerView } from '../../machines/customer/customer-view.ts';

afterEach(cleanup);

const { atHome: words } = externalWords;
const conversation = { replies: false, atHome: 'offered', question: 'off' };
const view = { state: 'scheduled', conversation } as CustomerView;

function Page({ first }: { first: CustomerView }) {
  const [shown, show] = useState(first);
  return (
    <MantineProvider env="test">
      <CustomerConversation token="abc" view={shown} show={show} />
    </MantineProvider>
  );
}

it('a customer says by one press that they are at home, also where the operation allows nothing else', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ ok: true, view: { ...view, conversation: { ...conversation, atHome: 'said' } } });
  });
  render(<Page first={view} />);
  fireEvent.click(screen.getByRole('button', { name: words.press }));
  expect(await screen.findByText(words.said)).toBeTruthy();
  expect(sent).toEqual([{ step: 'atHome' }]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('before that hour the page does not offer it', () => {
  render(<Page first={{ ...view, conversation: { ...view.conversation, atHome: 'off' } }} />);
  expect(screen.queryByText(words.press)).toBeNull();
});
