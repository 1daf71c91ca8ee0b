import { Button } from '@mantine/core';
import { IconKey, IconSend, IconTrash } from '@tabler/icons-react';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { setupWords as setup } from '../../words/setup.ts';
import { webhookWords } from '../../words/webhooks.ts';

type Props = {
  busy: boolean;
  dirty: boolean;
  isNew: boolean;
  test: () => void;
  rotate: () => void;
  remove: () => void;
};

const webhooks = webhookWords;

/** Guardar; and of one that exists Enviar prueba, Renovar secreto, Eliminar. */
export function WebhookButtons({ busy, dirty, isNew, test, rotate, remove }: Props) {
  return (
    <>
      <ReasonedButton type="submit" loading={busy} why={dirty || isNew ? null : setup.nothing}>
        {isNew ? webhooks.form.create : webhooks.form.save}
      </ReasonedButton>
      {!isNew && (
        <>
          <ReasonedButton
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={test}
            why={dirty ? webhooks.testUnsaved : null}
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
