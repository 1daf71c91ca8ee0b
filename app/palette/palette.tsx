import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import { headerWords } from '../words/shell/shell-words.ts';
import styles from './palette.module.css';
import { PaletteSearch } from './palette-search.tsx';

/** Over whatever dialog is open. */
const zIndex = 1_000;

/**
 * Anything by what is known of it (ux.md U44): an order, a client or a visit by what is typed, any screen, any
 * operation. On a phone the whole screen.
 */
export function Palette(props: {
  viewer: Viewer;
  opened: boolean;
  close: () => void;
  showShortcuts: () => void;
}) {
  const { viewer, opened, close, showShortcuts } = props;
  const phone = useMediaQuery('(max-width: 48em)', false) ?? false;
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      // Escape is its own, so that a dialog below it stays.
      closeOnEscape={false}
      fullScreen={phone}
      size={640}
      yOffset={64}
      zIndex={zIndex}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={headerWords.palette} className={styles.content}>
        <PaletteSearch viewer={viewer} opened={opened} close={close} showShortcuts={showShortcuts} />
      </Modal.Content>
    </Modal.Root>
  );
}
