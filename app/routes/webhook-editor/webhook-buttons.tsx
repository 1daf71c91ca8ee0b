import { Button } from '@mantine/core';
import { IconKey, IconSend, IconTrash } from '@tabler/icons-react';
import { SaveButton } from '../../forms/save-button.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { webhookWords } from '../../words/setup/webhooks-words.ts';
import type { Fields } from './webhook-input.ts';

type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  test: () => void;
  rotate: () => void;
  remove: () => void;
};

const webhooks = webhookWords;

/** Guardar; and of one that exists Enviar prueba, Renovar secreto, Eliminar. */
export function WebhookButtons({ form, test, rotate, remove }: Props) {
  return (
    <>
      <SaveButton form={form}>{form.isNew ? webhooks.form.create : webhooks.form.save}</SaveButton>
      {!form.isNew && (
        <>
          <ReasonedButton
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={test}
            why={form.dirty ? webhooks.testUnsaved : null}
          >
            {webhooks.test}
          </ReasonedButton>
          <Button variant="default" leftSection={<IconKey size={16} aria-hidden />} onClick={rotate}>
            {webhooks.rotate}
          </Button>
          <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {webhooks.remove}
          </Button>
        </>
      )}
    </>
  );
}
