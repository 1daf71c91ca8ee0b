import { useNavigate } from '@remix-run/react';
import type { useScreenForm } from '../../forms/use-screen-form.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { webhookWords as words } from '../../words/setup/webhooks-words.ts';
import type { Fields, ShownWebhook } from './webhook-input.ts';

type Options = {
  webhook: ShownWebhook | null;
  form: ReturnType<typeof useScreenForm<Fields>>;
  reload: () => void;
  showSecret: (secret: string) => void;
};

/** What can be done to a webhook that exists beside saving it; what cannot be taken back is asked about first. */
export function useWebhookActions({ webhook, form, reload, showSecret }: Options) {
  const navigate = useNavigate();
  const act = async (
    name: 'testWebhook' | 'rotateWebhookSecret' | 'deleteWebhook',
    failed: (text: string) => string,
    done: (secret: string) => void,
  ) => {
    const acted = { id: webhook!.id, ...(name === 'testWebhook' ? {} : { version: form.base.version }) };
    const outcome = await form.send(name, acted);
    if (!outcome) return;
    if (!outcome.ok) showRefused(failed(outcome.text || setupWords.noNetwork));
    reload();
    if (outcome.ok) done(String(outcome.data.secret));
  };
  const rotate = () => act('rotateWebhookSecret', words.rotateFailed, showSecret);
  const remove = () =>
    act('deleteWebhook', words.removeFailed, () => {
      showDone(words.removed);
      form.pass();
      navigate('/webhooks');
    });
  const ask = (title: string, text: string, yes: string, confirmed: () => unknown) => () =>
    confirm({ title, text, confirm: yes, cancel: setupWords.back }, () => void confirmed());
  return {
    test: () => void act('testWebhook', words.testFailed, () => showDone(words.testSent)),
    rotate: ask(words.rotateTitle, words.rotateText, words.rotate, rotate),
    remove: ask(words.removeTitle, words.removeText(webhook?.name ?? ''), words.remove, remove),
  };
}
