import { Modal, TextInput } from '@mantine/core';
import { savedViewWords as words } from '../../words/board/saved-views-words.ts';

/** The link of a view, where the browser does not copy it by itself. */
export default function LinkDialog({ link, close }: { link: string; close: () => void }) {
  return (
    <Modal opened onClose={close} title={words.link} closeButtonProps={{ 'aria-label': words.close }}>
      <TextInput
        data-autofocus
        readOnly
        label={words.link}
        description={words.copyByHand}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Modal>
  );
}
